/**
 * Joins class names and skips missing ones. Later classes do not override earlier ones: the order in Tailwind's style
 * sheet decides.
 */
export function cx(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
