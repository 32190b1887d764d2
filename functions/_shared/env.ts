import process from "node:process";
import { z } from "zod";
import { parseEnv } from "../../src/domain/env.ts";

const httpUrl = z.url({ protocol: /^https?$/, error: "must be http://… or https://…" });
/**
 * Zod skips refinements while any variable is invalid. Refinements with this option run anyway, so that one error lists
 * every problem.
 */
const always = { when: () => true };
const origin = httpUrl.transform((value) => new URL(value).origin);

type Ways = Partial<Record<"RESEND_API_KEY" | "POSTMARK_SERVER_TOKEN" | "SMTP_URL", string | undefined>>;
const waysToSend = (env: Ways) =>
  [env.RESEND_API_KEY, env.POSTMARK_SERVER_TOKEN, env.SMTP_URL].filter((each) => each !== undefined);

/** Without a port, smtp:// means 587 and smtps:// means 465. */
function usesBlockedPort(smtpUrl = ""): boolean {
  if (!URL.canParse(smtpUrl)) return false;
  const { protocol, port } = new URL(smtpUrl);
  return port === "25" || port === "587" || (protocol === "smtp:" && port === "");
}

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
    VAPID_PRIVATE_KEY: z
      .string()
      .regex(/^[\w+/-]{43}=?$/, "must be 32 random bytes in base64")
      .optional(),
    PUSH_SERVICE_URL: httpUrl.transform((value) => value.replace(/\/+$/, "")).optional(),
    RESEND_API_KEY: z.string().startsWith("re_", "must be an API key (re_…)").optional(),
    POSTMARK_SERVER_TOKEN: z
      .string()
      .regex(/^[\w-]+$/, "must be a server's API token")
      .optional(),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be smtp://… or smtps://…" }).optional(),
    MAIL_API_URL: httpUrl.transform((value) => value.replace(/\/+$/, "")).optional(),
    MAIL_FROM: z.string().optional(),
    PROVIDER_EMAIL: z.email("must be an email address").optional(),
    OPERATIONS_EMAIL: z.email("must be an email address").optional(),
    CLIENT_ADDRESS_HEADER: z
      .string()
      .regex(/^[\w-]+$/, "must be the name of a header")
      .optional(),
    SIGN_UPS_PER_HOUR: z.coerce.number("must be a number").int().min(1).default(20),
    SB_REGION: z.string().optional(),
  })
  .refine((env) => env.SUPABASE_SECRET_KEY ?? env.SUPABASE_SECRET_KEYS, {
    path: ["SUPABASE_SECRET_KEY"],
    message: "is required (or SUPABASE_SECRET_KEYS)",
    ...always,
  })
  .refine((env) => waysToSend(env).length > 0, {
    path: ["RESEND_API_KEY"],
    message: "is required (or POSTMARK_SERVER_TOKEN or SMTP_URL)",
    ...always,
  })
  .refine((env) => waysToSend(env).length < 2, {
    path: ["RESEND_API_KEY"],
    message: "set only one of RESEND_API_KEY, POSTMARK_SERVER_TOKEN and SMTP_URL",
    ...always,
  })
  .refine((env) => !env.SB_REGION || !usesBlockedPort(env.SMTP_URL), {
    path: ["SMTP_URL"],
    message:
      "hosted Supabase blocks ports 25 and 587: use smtps://…:465, or RESEND_API_KEY or POSTMARK_SERVER_TOKEN",
    ...always,
  })
  .transform(({ SB_REGION: hostedIn, ...env }) => ({
    ...env,
    // Only hosted Supabase sets its region. It is behind Cloudflare, which overwrites cf-connecting-ip, and behind its
    // own proxies, which append to x-forwarded-for.
    CLIENT_ADDRESS_HEADER: env.CLIENT_ADDRESS_HEADER ?? (hostedIn ? "cf-connecting-ip" : "x-forwarded-for"),
    // Read if that header is missing. Only for the default: where a header was chosen, nothing is known of the others.
    CLIENT_ADDRESS_FALLBACK: hostedIn && !env.CLIENT_ADDRESS_HEADER ? "x-forwarded-for" : null,
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

/**
 * The configuration of this process, parsed at the first request. The embedded server sets the variables before that.
 */
export function functionsEnv(): FunctionsEnv {
  parsed ??= parseFunctionsEnv(process.env);
  return parsed;
}
