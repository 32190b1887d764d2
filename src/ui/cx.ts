/** Joins class names and leaves out what is absent. Later classes do not override earlier ones: Tailwind's order does. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
