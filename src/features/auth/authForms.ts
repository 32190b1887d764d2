import * as z from "zod/mini";
import { MIN_PASSWORD_CHARACTERS, PASSWORD_TOO_SHORT } from "../../domain/password.ts";

/** The sign-up and sign-in forms of spec §5. */

const email = z.pipe(
  z.string().check(z.trim(), z.maxLength(255, "Email must be less than 255 characters")),
  z.email("Invalid email address"),
);
const name = (missing: string) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, missing), z.maxLength(100, "Name must be less than 100 characters"));
const newPassword = z.string().check(z.minLength(MIN_PASSWORD_CHARACTERS, PASSWORD_TOO_SHORT));

export const signInSchema = z.object({
  email,
  password: z.string().check(z.minLength(1, "Password is required")),
});
export type SignIn = z.infer<typeof signInSchema>;

export const signUpSchema = z.object({
  firstName: name("First name is required"),
  lastName: name("Last name is required"),
  email,
  password: newPassword,
});
export type SignUp = z.infer<typeof signUpSchema>;

export const newPasswordSchema = z.object({ password: newPassword });
export type NewPassword = z.infer<typeof newPasswordSchema>;

export const emailOnlySchema = z.object({ email });
export type EmailOnly = z.infer<typeof emailOnlySchema>;

/** Removes whitespace, because copying a code from the email can add spaces. */
export const mailedCodeSchema = z.object({
  code: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) => typed.replace(/\s/g, "")),
    ),
    z.string().check(z.regex(/^\d{6,10}$/, "Please enter the code from the email")),
  ),
});
export type MailedCode = z.infer<typeof mailedCodeSchema>;
