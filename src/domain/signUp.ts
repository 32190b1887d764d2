import * as z from "zod/mini";
import { MIN_PASSWORD_CHARACTERS, PASSWORD_TOO_SHORT } from "./password.ts";

/** Sign-up as in spec §5. */

export const email = z.pipe(
  z.string().check(z.trim(), z.maxLength(255, "Email must be less than 255 characters")),
  z.email("Invalid email address"),
);
const name = (label: string) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, `${label} is required`),
      z.maxLength(100, `${label} must be less than 100 characters`),
    );
export const newPassword = z.string().check(z.minLength(MIN_PASSWORD_CHARACTERS, PASSWORD_TOO_SHORT));

/** POST `sign-up`. Errors: `already_registered`, `weak_password`, `rate_limited`. */
export const signUpSchema = z.object({
  firstName: name("First name"),
  lastName: name("Last name"),
  email,
  password: newPassword,
});
export type SignUp = z.infer<typeof signUpSchema>;

/** There is an account now, but no session: the user signs in with the password (spec §2). */
export const signUpReplySchema = z.object({ success: z.literal(true) });
