import { randomInt } from "node:crypto";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_CHARACTERS = 24;
/** A session id is a capability: anyone who has it can open the payment page. */
const SESSION_RANDOM_CHARACTERS = 58;

/** Creates an id in Stripe's form, for example "cus_" followed by random letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(prefix.startsWith("cs_") ? SESSION_RANDOM_CHARACTERS : RANDOM_CHARACTERS)}`;
}

/** Random letters and digits from the system's generator. */
export function randomText(length: number): string {
  return Array.from({ length }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
}
