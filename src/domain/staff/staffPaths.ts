/** Paths of the staff console. Separate from the other paths, which load with every public page. */
export const staffPaths = {
  home: () => "/staff",
} as const;
