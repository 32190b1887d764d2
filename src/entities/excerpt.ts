const EXCERPT_CHARACTERS = 60;

/** The beginning of a text that a learner wrote, for a list. */
export function excerpt(text: string): string {
  if (text === "") return "cleared";
  const characters = [...text.replace(/\s+/g, " ")];
  const start = characters.slice(0, EXCERPT_CHARACTERS).join("");
  return characters.length > EXCERPT_CHARACTERS ? `“${start}…”` : `“${start}”`;
}
