/** Paths of the staff console. Separate from the other paths, which load with every public page. */
export const staffPaths = {
  start: () => "/staff",
  /** An area of the console, such as `orders`. */
  area: (area: string) => (area ? `/staff/${area}` : "/staff"),
  /** The screen of one thing in an area, such as an order. */
  one: (area: string, id: string) => `/staff/${area}/${encodeURIComponent(id)}`,
} as const;
