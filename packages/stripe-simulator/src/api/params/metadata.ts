import { z } from "zod";
import { refuse, unsettable } from "./params.ts";

const MAX_KEYS = 50;
const MAX_KEY_CHARACTERS = 40;
const MAX_VALUE_CHARACTERS = 500;

type Metadata = { [name: string]: string };

/**
 * The `metadata` parameter: a hash of strings. An empty string as a value deletes that name; in place of the hash, it
 * deletes all names.
 */
export const metadata = unsettable(
  z.record(z.string(), z.string()).transform((value, context) => {
    for (const [name, text] of Object.entries(value)) {
      if (name.length > MAX_KEY_CHARACTERS) {
        refuse(context, {
          message: `Invalid metadata: keys must be at most ${MAX_KEY_CHARACTERS} characters`,
        });
      }
      if (text.length > MAX_VALUE_CHARACTERS) {
        refuse(context, {
          message: `Metadata values can have up to ${MAX_VALUE_CHARACTERS} characters, but you passed in a value that is ${text.length} characters.`,
        });
      }
    }
    if (Object.keys(value).length > MAX_KEYS) {
      refuse(context, { message: `Metadata can have at most ${MAX_KEYS} keys.` });
    }
    return value;
  }),
);

/** Returns the object's metadata after the request (docs.stripe.com/api/metadata). */
export function mergeMetadata(before: Metadata | null, change: Metadata | null | undefined): Metadata {
  if (change === null) return {};
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ""));
}
