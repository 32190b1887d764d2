import * as z from "zod/mini";
import { lineField, phoneField } from "../../domain/fields.ts";
import { email, newPassword, personName } from "../../domain/signUp.ts";

const tooLong = (label: string, max: number) => `${label} must be less than ${max} characters`;
const line = (label: string, max: number) => lineField(max, tooLong(label, max));

/** The limits match the checkout forms (spec §5 and §9). */
export const profileSchema = z.object({
  first_name: personName("First name"),
  last_name: personName("Last name"),
  email,
  organization: line("University, organisation or company", 200),
  phone: phoneField(20, tooLong("Phone", 20)),
  country: line("Country", 100),
});
export type ProfileFields = z.infer<typeof profileSchema>;

export const emailSchema = z.object({ email });

export const passwordSchema = z.object({
  current: z.string().check(z.minLength(1, "Password is required")),
  next: newPassword,
});
