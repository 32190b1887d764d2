import * as z from "zod/mini";
import { storableText } from "../domain/storableText.ts";

/** Parts of messages that several entities share. */

export const instant = z.iso.datetime({ offset: true });
export const uuid = z.uuid();
export const rev = z.int().check(z.nonnegative());

/** A string of at most `most` characters that the database can store. */
export const text = (most: number) =>
  z.string().check(z.refine((value) => storableText(value, most) === value));

/** The same time in the one format that the device stores, so that times can be compared as text. */
export function storedInstant(iso: string): string {
  return new Date(iso).toISOString();
}
