import process from "node:process";
import { z } from "zod";
import { parseEnv } from "../../src/domain/env.ts";
import { SITE } from "../../src/domain/site.ts";

const httpUrl = z.url({ protocol: /^https?$/, error: "must be http://… or https://…" });
const origin = httpUrl.transform((value) => new URL(value).origin);

const schema = z
  .object({
    SUPABASE_URL: httpUrl,
    SUPABASE_SECRET_KEY: z.string().optional(),
    SUPABASE_SECRET_KEYS: z.string().optional(),
    SITE_URL: httpUrl.transform((value) => value.replace(/\/+$/, "")),
    FUNCTIONS_URL: httpUrl.transform((value) => value.replace(/\/+$/, "")).optional(),
    ALLOWED_ORIGINS: z
      .string()
      .default("")
      .transform((list) => list.split(",").flatMap((each) => each.trim() || []))
      .pipe(z.array(origin)),
    STRIPE_SECRET_KEY: z.string().regex(/^[sr]k_/, "must be a secret or restricted key (sk_… or rk_…)"),
    STRIPE_WEBHOOK_SECRET: z.string().startsWith("whsec_", "must be a signing secret (whsec_…)"),
    STRIPE_API_URL: httpUrl.optional(),
    CERTIFICATE_KEY: z
      .string()
      .regex(/^[\w+/-]{43}=?$/, "must be 32 random bytes in base64 (docs/certificates.md)"),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be smtp://… or smtps://…" }),
    MAIL_FROM: z.string().default(`${SITE.name} <${SITE.supportEmail}>`),
    PROVIDER_EMAIL: z.email("must be an email address").optional(),
    CLIENT_ADDRESS_HEADER: z
      .string()
      .regex(/^[\w-]+$/, "must be the name of a header")
      .optional(),
    SB_REGION: z.string().optional(),
  })
  .refine((env) => env.SUPABASE_SECRET_KEY ?? env.SUPABASE_SECRET_KEYS, {
    path: ["SUPABASE_SECRET_KEY"],
    message: "is required (or SUPABASE_SECRET_KEYS)",
  })
  .transform(({ SB_REGION: hostedIn, ...env }) => ({
    ...env,
    // Only hosted Supabase sets its region. It is behind Cloudflare, which overwrites cf-connecting-ip, and behind its
    // own proxies, which append to x-forwarded-for.
    CLIENT_ADDRESS_HEADER: env.CLIENT_ADDRESS_HEADER ?? (hostedIn ? "cf-connecting-ip" : "x-forwarded-for"),
  }));

export type FunctionsEnv = z.output<typeof schema>;

/**
 * Parses the functions' configuration (each variable is described in functions/README.md). Throws one error that lists
 * every problem.
 */
export function parseFunctionsEnv(source: Record<string, string | undefined>): FunctionsEnv {
  return parseEnv(schema, source);
}

let parsed: FunctionsEnv | undefined;

/** The configuration of this process, read at the first request. The embedded server sets it before that. */
export function functionsEnv(): FunctionsEnv {
  parsed ??= parseFunctionsEnv(process.env);
  return parsed;
}
