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
 * password_hash, …), which are rejected here, so that no caller relies on a field that has no effect.
 */
const userBody = z.strictObject({
  email: email.nullish(),
  password: z
    .string()
    .transform((typed) => typed.normalize("NFC"))
    .nullish(),
  email_confirm: z.boolean().nullish(),
  user_metadata: metadata.nullish(),
  app_metadata: metadata.nullish(),
  ban_duration: z.string().nullish(),
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

const PART = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g;
const SECONDS: Record<string, number> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  μs: 1e-6,
  ms: 1e-3,
  s: 1,
  m: 60,
  h: 3600,
};

/** Seconds of a Go duration ("24h", "1h30m", "1.5h"); 0 for "none", which lifts a ban. pkg.go.dev/time#ParseDuration */
export function parseBanSeconds(duration: string): number {
  if (duration === "none") return 0;
  const [, sign = "", text = ""] = /^([-+]?)(.*)$/.exec(duration) ?? [];
  if (text === "0") return 0;
  const parts = [...text.matchAll(PART)];
  if (text === "" || parts.map(([part]) => part).join("") !== text)
    throw invalid(`invalid format for ban duration: time: invalid duration ${JSON.stringify(duration)}`);
  const seconds = parts.reduce((sum, [, count, unit = ""]) => sum + Number(count) * (SECONDS[unit] ?? 0), 0);
  return sign === "-" ? -seconds : seconds;
}
