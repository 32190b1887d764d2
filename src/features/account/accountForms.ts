import * as z from "zod/mini";
import { MIN_PASSWORD_CHARACTERS, PASSWORD_TOO_SHORT } from "../../domain/password.ts";

const email = z.pipe(
  z.string().check(z.trim(), z.maxLength(255, "Email must be less than 255 characters")),
  z.email("Invalid email address"),
);
const short = (label: string, max: number) =>
  z.string().check(z.trim(), z.maxLength(max, `${label} must be less than ${max} characters`));

/** The limits match the checkout forms (spec §5 and §9). */
export const profileSchema = z.object({
  first_name: short("First name", 100).check(z.minLength(1, "First name is required")),
  last_name: short("Last name", 100).check(z.minLength(1, "Last name is required")),
  email,
  organization: short("University, organisation or company", 200),
  phone: short("Phone", 20),
  country: short("Country", 100),
});
export type ProfileFields = z.infer<typeof profileSchema>;

export const emailSchema = z.object({ email });

export const passwordSchema = z.object({
  current: z.string().check(z.minLength(1, "Password is required")),
  next: z.string().check(z.minLength(MIN_PASSWORD_CHARACTERS, PASSWORD_TOO_SHORT)),
});
