import { z } from "zod";

/** Spec §5, sign-up and sign-in. A password is compared as typed, so it is not trimmed. */
const MIN_PASSWORD_CHARACTERS = 6;

const email = z
  .string()
  .trim()
  .max(255, "Email must be less than 255 characters")
  .pipe(z.email("Invalid email address"));
const name = (missing: string) =>
  z.string().trim().min(1, missing).max(100, "Name must be less than 100 characters");
const newPassword = z.string().min(MIN_PASSWORD_CHARACTERS, "Password must be at least 6 characters");

export const signInSchema = z.object({ email, password: z.string().min(1, "Password is required") });
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
