import * as z from "zod/mini";
import { email, newPassword } from "../../domain/signUp.ts";
import { plainCode } from "../../domain/text/typedText.ts";

/** The sign-in form of spec §5, and the other forms. */

export const signInSchema = z.object({
  email,
  password: z.string().check(z.minLength(1, "Password is required")),
});
export type SignIn = z.infer<typeof signInSchema>;

export const newPasswordSchema = z.object({ password: newPassword });
export type NewPassword = z.infer<typeof newPasswordSchema>;

export const emailOnlySchema = z.object({ email });
export type EmailOnly = z.infer<typeof emailOnlySchema>;

export const mailedCodeSchema = z.object({
  code: z.pipe(
    z.pipe(z.string(), z.transform(plainCode)),
    z.string().check(z.regex(/^\d{6,10}$/, "Please enter the code from the email")),
  ),
});
export type MailedCode = z.infer<typeof mailedCodeSchema>;
