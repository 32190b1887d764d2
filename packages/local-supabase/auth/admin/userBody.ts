import { isEmail } from "@supabase/lite";
import { z } from "zod";
import { badJson, invalid } from "../authError.ts";
import { checkPassword, type PasswordRules } from "../password/checkPassword.ts";

const email = z
  .string()
  .toLowerCase()
  .refine((text) => text === "" || isEmail(text), "Unable to validate email address: invalid format");
const metadata = z.record(z.string(), z.unknown());

/**
 * The fields that the admin API accepts; an empty string counts as absent. GoTrue has more (phone, nonce,
 * ban_duration, password_hash, …), which are rejected here, so that no caller relies on a field that has no effect.
 */
const userBody = z.strictObject({
  email: email.nullish(),
  password: z.string().nullish(),
  email_confirm: z.boolean().nullish(),
  user_metadata: metadata.nullish(),
  app_metadata: metadata.nullish(),
});
export type UserBody = z.output<typeof userBody>;

/** Throws GoTrue's 400 `bad_json` for a wrong type, 400 `validation_failed` and 422 `weak_password`. */
export function parseUserBody(body: unknown, rules: PasswordRules): UserBody {
  const parsed = userBody.safeParse(body);
  if (!parsed.success) {
    const { issues } = parsed.error;
    const message = issues.map((issue) => [...issue.path, issue.message].join(": ")).join("; ");
    if (issues.some(({ code }) => code === "invalid_type")) throw badJson(message);
    throw invalid(issues.map((issue) => issue.message).join("; "));
  }
  const { password } = parsed.data;
  if (password) checkPassword(password, rules);
  return parsed.data;
}
