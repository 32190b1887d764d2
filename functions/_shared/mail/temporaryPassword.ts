/** Nothing that looks like something else in any usual typeface: no 0/O/o, 1/I/l/i, no capital vowel pairs to misread. */
const SETS = ["ABCDEFGHJKMNPQRSTUVWXYZ", "abcdefghjkmnpqrstuvwxyz", "23456789"] as const;
const ALPHABET = SETS.join("");
const GROUPS = 4;
const GROUP_CHARS = 4;

/** A random password to be read from a mail and typed once: "Kx7m-…", 16 characters (92 bits) in groups, each set used. */
export function temporaryPassword(): string {
  for (;;) {
    const characters = Array.from({ length: GROUPS * GROUP_CHARS }, randomCharacter).join("");
    if (SETS.every((set) => [...set].some((each) => characters.includes(each)))) {
      return (characters.match(/.{4}/g) ?? []).join("-");
    }
  }
}

/** Rejects the bytes that would make the first characters of the alphabet likelier. */
function randomCharacter(): string {
  const limit = 256 - (256 % ALPHABET.length);
  for (;;) {
    const [byte = limit] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < limit) return ALPHABET.charAt(byte % ALPHABET.length);
  }
}
