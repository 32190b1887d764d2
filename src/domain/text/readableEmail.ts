import { emailAddress } from "../email.ts";

/** The address as people read it, with an international domain in its own script. */
export function readableEmail(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address
    .slice(at + 1)
    .split(".")
    .map((label) => (label.startsWith("xn--") ? (decodePunycode(label.slice(4)) ?? label) : label))
    .join(".");
  const readable = address.slice(0, at + 1) + domain;
  // Never a text that would be read as another address.
  return emailAddress(readable) === address ? readable : address;
}

/**
 * The readable address, followed by the stored one in brackets if they differ. For staff: a stranger may own a domain whose
 * readable form looks like another one.
 */
export function unmistakableEmail(address: string): string {
  const readable = readableEmail(address);
  return readable === address ? address : `${readable} (${address})`;
}

const DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789";
const BASE = DIGITS.length;
const MOST_CHARACTERS = 63;

/** RFC 3492 §6.2. Null if the text is not Punycode. */
function decodePunycode(encoded: string): string | null {
  const hyphen = encoded.lastIndexOf("-");
  const output = [...encoded.slice(0, Math.max(hyphen, 0))];
  let code = 128;
  let bias = 72;
  let index = 0;
  for (let at = hyphen + 1; at < encoded.length; ) {
    const before = index;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = at < encoded.length ? DIGITS.indexOf(encoded.charAt(at)) : -1;
      at += 1;
      if (digit < 0 || output.length > MOST_CHARACTERS) return null;
      index += digit * weight;
      const threshold = Math.min(Math.max(k - bias, 1), 26);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = output.length + 1;
    bias = adapt(index - before, length, before === 0);
    code += Math.floor(index / length);
    index %= length;
    if (code > 0x10ffff) return null;
    output.splice(index, 0, String.fromCodePoint(code));
    index += 1;
  }
  return output.join("");
}

/** RFC 3492 §6.1. */
function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > 455; k += BASE) rest = Math.floor(rest / 35);
  return k + Math.floor((BASE * rest) / (rest + 38));
}
