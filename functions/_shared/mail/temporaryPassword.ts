/** No characters that look alike in common typefaces: no 0/O/o and no 1/I/l/i. */
const SETS = ["ABCDEFGHJKMNPQRSTUVWXYZ", "abcdefghjkmnpqrstuvwxyz", "23456789"] as const;
const ALPHABET = SETS.join("");
const GROUPS = 4;
const GROUP_CHARS = 4;

/**
 * A random password to type once from an email, such as "Kx7m-…": 16 characters (92 bits) in groups of four, with at
 * least one from each set.
 */
export function temporaryPassword(): string {
  for (;;) {
    const characters = Array.from({ length: GROUPS * GROUP_CHARS }, randomCharacter).join("");
    if (SETS.every((set) => [...set].some((each) => characters.includes(each)))) {
      return (characters.match(/.{4}/g) ?? []).join("-");
    }
  }
}

/** Rejects bytes that would make the first characters of the alphabet more likely. */
function randomCharacter(): string {
  const limit = 256 - (256 % ALPHABET.length);
  for (;;) {
    const [byte = limit] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < limit) return ALPHABET.charAt(byte % ALPHABET.length);
  }
}
