import { z } from "zod";

const type = z.object({ enroll_enabled: z.boolean().default(false) });
const seconds = z
  .string()
  .regex(/^\d+s$/, "must be a number of seconds, such as 5s")
  .transform((text) => Number(text.slice(0, -1)));

/** `[auth.mfa]` of supabase/config.toml, with the CLI's defaults. */
export const mfaSettingsSchema = z
  .object({
    max_enrolled_factors: z.int().default(10),
    totp: type.prefault({}),
    phone: type
      .extend({
        template: z.string().default("Your code is {{ .Code }}"),
        max_frequency: seconds.prefault("5s"),
      })
      .prefault({}),
    web_authn: type.prefault({}),
  })
  .prefault({});
export type MfaSettings = z.output<typeof mfaSettingsSchema>;

/** GoTrue's defaults. */
export const CHALLENGE_SECONDS = 300;
export const UNVERIFIED_SECONDS = 300;
