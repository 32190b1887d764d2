import * as z from "zod/mini";
import { MAX_EMAIL } from "./email.ts";
import { emailField, requiredLineField } from "./fields.ts";
import { MIN_PASSWORD_CHARACTERS, PASSWORD_TOO_SHORT } from "./password.ts";

/** Sign-up as in spec §5. */

export const email = emailField({
  tooLong: `Email must be less than ${MAX_EMAIL} characters`,
  invalid: "Invalid email address",
});
export const personName = (label: string) =>
  requiredLineField(100, {
    tooLong: `${label} must be less than 100 characters`,
    missing: `${label} is required`,
  });
export const newPassword = z.pipe(
  z.pipe(
    z.string(),
    z.transform((typed) => typed.normalize("NFC")),
  ),
  z.string().check(z.minLength(MIN_PASSWORD_CHARACTERS, PASSWORD_TOO_SHORT)),
);

/** POST `sign-up`. Errors: `already_registered`, `weak_password`, `rate_limited`. */
export const signUpSchema = z.object({
  firstName: personName("First name"),
  lastName: personName("Last name"),
  email,
  password: newPassword,
});
export type SignUp = z.infer<typeof signUpSchema>;

/** There is an account now, but no session: the user signs in with the password (spec §2). */
export const signUpReplySchema = z.object({ success: z.literal(true) });
