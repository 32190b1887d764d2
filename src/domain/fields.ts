import * as z from "zod/mini";
import { emailAddress, MAX_EMAIL } from "./email.ts";
import { cleanLine, discountCode, plainText } from "./text/typedText.ts";

/** The fields of forms and requests. Each cleans what people type and paste before it checks it. */

const cleaned = (clean: (typed: string) => string, max: number, tooLong: string) =>
  z.pipe(z.pipe(z.string(), z.transform(clean)), z.string().check(z.maxLength(max, tooLong)));

/** One line of text, which may be empty. */
export const lineField = (max: number, tooLong: string) => cleaned(cleanLine, max, tooLong);

/** One line of text that says something. */
export const requiredLineField = (max: number, messages: { tooLong: string; missing: string }) =>
  lineField(max, messages.tooLong).check(z.minLength(1, messages.missing));

/** The messages of the shop name the field, because they are also shown as toasts. */
export const tooLong = (label: string, max: number) => `${label} must be at most ${max} characters`;
export const line = (label: string, max: number) => lineField(max, tooLong(label, max));
export const requiredText = (label: string, max: number, missing = `${label} is required`) =>
  requiredLineField(max, { tooLong: tooLong(label, max), missing });

export const phoneField = (max: number, tooLong: string) => cleaned(plainText, max, tooLong);
export const discountCodeField = (max: number, tooLong: string) => cleaned(discountCode, max, tooLong);

/** An email address, which becomes ASCII. */
export const emailField = (messages: { tooLong: string; invalid: string }) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => emailAddress(typed) ?? cleanLine(typed)),
    ),
    z.string().check(
      z.maxLength(MAX_EMAIL, { error: messages.tooLong, abort: true }),
      z.refine((address) => emailAddress(address) !== null, messages.invalid),
    ),
  );
