import { z } from "zod";
import { parseEnv } from "../src/domain/env.ts";
import { parseTrustedProxies } from "./http/clientAddress.ts";

const port = z.coerce.number("must be a number").int().min(0).max(65535);

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/;
/** A stand-in for a provider. It must be on this machine, because it receives data that is meant for the provider. */
const standIn = z
  .url({ protocol: /^http$/, error: "must be http://127.0.0.1:…" })
  .refine((url) => isLoopback(new URL(url).hostname), "must be http://127.0.0.1:…")
  .optional();

const variables = z.object({
  PORT: port.default(3000),
  HOST: z.string().default("127.0.0.1"),
  ACADEMY_DATA: z.string().default(".data"),
  ACADEMY_LOG: z.string().min(1).default("academy.log"),
  ACADEMY_CONTENT: z.string().default("content"),
  STRIPE_SIM_PORT: port.optional(),
  STRIPE_SECRET_KEY: z.string().startsWith("sk_", "must be a secret key (sk_…)").optional(),
  STRIPE_WEBHOOK_SECRET: z.string().startsWith("whsec_", "must be a signing secret (whsec_…)").optional(),
  CERTIFICATE_KEY: z
    .string()
    .regex(/^[\w+/-]{43}=?$/, "must be 32 random bytes in base64")
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w+/-]{43}=?$/, "must be 32 random bytes in base64")
    .optional(),
  PUSH_SERVICE_URL: standIn,
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be smtp://… or smtps://…" }).optional(),
  TWILIO_ACCOUNT_SID: z.string().startsWith("AC", "must be an account's id (AC…)").optional(),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  TWILIO_FROM: z
    .string()
    .regex(/^(\+\d+|MG\w+)$/, "must be a number (+44…) or a messaging service (MG…)")
    .optional(),
  SUPABASE_AUTH_EXTERNAL_GOOGLE_CLIENT_ID: z.string().min(1).optional(),
  SUPABASE_AUTH_EXTERNAL_GOOGLE_SECRET: z.string().min(1).optional(),
  SUPABASE_AUTH_EXTERNAL_GOOGLE_URL: standIn,
  SUPABASE_AUTH_EXTERNAL_GITHUB_CLIENT_ID: z.string().min(1).optional(),
  SUPABASE_AUTH_EXTERNAL_GITHUB_SECRET: z.string().min(1).optional(),
  SUPABASE_AUTH_EXTERNAL_GITHUB_URL: standIn,
  TRUSTED_PROXIES: z
    .string()
    .default("")
    .refine(
      (list) => parseTrustedProxies(list),
      "must be addresses or networks, such as 127.0.0.1,10.0.0.0/8",
    ),
  SIGN_UPS_PER_HOUR: z.coerce.number("must be a number").int().min(1).optional(),
  SITE_URL: z.url({ protocol: /^https?$/, error: "must be http://… or https://…" }).optional(),
});
/** The names of all variables, for the test that compares them with .env.example. */
export const SERVER_VARIABLES = Object.keys(variables.shape);

/** True for a host name or address of this machine, with or without the brackets of an IPv6 address. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/**
 * `_dev` pages, the mailbox and the payment simulator are for local use only. A site URL on another host, or a proxy, means
 * that others can reach the academy although it listens on loopback.
 */
function isOnlyLocal(env: { HOST: string; SITE_URL?: string | undefined; TRUSTED_PROXIES: string }): boolean {
  const isLocalSite = !env.SITE_URL || isLoopback(new URL(env.SITE_URL).hostname);
  return isLoopback(env.HOST) && isLocalSite && env.TRUSTED_PROXIES.trim() === "";
}

const schema = variables.superRefine((env, context) => {
  if (env.STRIPE_SECRET_KEY && !env.STRIPE_WEBHOOK_SECRET) {
    context.addIssue({
      code: "custom",
      path: ["STRIPE_WEBHOOK_SECRET"],
      message: "is needed together with STRIPE_SECRET_KEY",
    });
  }
  const twilio = ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"] as const;
  for (const name of twilio) {
    if (env[name] || twilio.every((each) => !env[each])) continue;
    const message = "is needed together with the other TWILIO_ settings";
    context.addIssue({ code: "custom", path: [name], message });
  }
  for (const provider of ["GOOGLE", "GITHUB"] as const) {
    const client = [
      `SUPABASE_AUTH_EXTERNAL_${provider}_CLIENT_ID`,
      `SUPABASE_AUTH_EXTERNAL_${provider}_SECRET`,
    ] as const;
    for (const name of client) {
      if (env[name] || client.every((each) => !env[each])) continue;
      context.addIssue({ code: "custom", path: [name], message: "is needed together with the other one" });
    }
  }
  if (isOnlyLocal(env)) return;
  for (const name of ["STRIPE_SECRET_KEY", "SMTP_URL"] as const) {
    if (env[name]) continue;
    const message =
      "is needed when others can reach the academy (HOST or SITE_URL is not loopback, or TRUSTED_PROXIES is set): simulator and mailbox serve one machine only";
    context.addIssue({ code: "custom", path: [name], message });
  }
});

export type ServerEnv = z.output<typeof schema> & {
  inMemory: boolean;
  siteUrl: string;
  simulatorPort: number;
  /** Only this machine can reach the academy. */
  isOnlyLocal: boolean;
};

/** Reads the embedded server's configuration. Throws one error that lists every invalid setting. */
export function readServerEnv(source: Record<string, string | undefined>): ServerEnv {
  const env = parseEnv(schema, source);
  return {
    ...env,
    inMemory: env.ACADEMY_DATA === ":memory:",
    siteUrl: (env.SITE_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ""),
    isOnlyLocal: isOnlyLocal(env),
    simulatorPort: env.STRIPE_SIM_PORT ?? (env.PORT === 0 ? 0 : env.PORT + 1),
  };
}
