/** Joins class names and skips absent ones. Later classes do not override earlier ones; Tailwind's order decides. */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
