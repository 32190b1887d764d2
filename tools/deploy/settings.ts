import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseEnv as parseEnvFile } from "node:util";
import { z } from "zod";
import { parseEnv } from "../../src/domain/env.ts";

export const TARGETS = ["staging", "production"] as const;
export type Target = (typeof TARGETS)[number];

const ROOT = join(import.meta.dirname, "..", "..");

type Rule = { schema: z.ZodType<string, string>; where: string };

const text = (pattern: RegExp, must: string) => z.string().regex(pattern, must);
const address = z
  .url({ protocol: /^https?$/, error: "must be an https address" })
  .transform((value) => value.replace(/\/+$/, ""));

/** The settings that every deployment needs, and where to find each. */
const REQUIRED = {
  SITE_URL: {
    schema: address,
    where: "The address at which visitors open the site, such as https://www.my-academy.org.",
  },
  SUPABASE_PROJECT_REF: {
    schema: text(/^[a-z]{20}$/, "must be the 20 letters of a project's ID"),
    where: "Supabase dashboard → Project Settings → General → Project ID.",
  },
  SUPABASE_ACCESS_TOKEN: {
    schema: text(/^sbp_/, "must be an access token (sbp_…)"),
    where: "Supabase dashboard → account menu → Account preferences → Access Tokens → Generate new token.",
  },
  SUPABASE_DB_PASSWORD: {
    schema: z.string(),
    where:
      "Chosen when the project was created. If you no longer have it: Supabase dashboard → Database → Settings → Reset database password.",
  },
  STRIPE_SECRET_KEY: {
    schema: text(/^[sr]k_(test|live)_/, "must be a secret key (sk_test_… or sk_live_…)"),
    where: "Stripe dashboard → Developers → API keys. Staging takes a test key, production a live one.",
  },
  MAIL_FROM: {
    schema: z.string().includes("@", { message: "must contain an email address" }),
    where:
      "The sender of every email: My Academy <hello@my-academy.org>, at a domain verified with the mail provider.",
  },
  PROVIDER_EMAIL: {
    schema: z.email("must be an email address"),
    where: "Your own mailbox: contact messages, student IDs and alerts are sent there.",
  },
  CERTIFICATE_KEY: {
    schema: text(/^[\w+/-]{43}=?$/, "must be 32 random bytes in base64"),
    where:
      "Generated with this file. Keep a copy in a safe place: it signs certificates (docs/certificates.md).",
  },
  UPLOAD_COMMAND: {
    schema: z.string().includes("{site}", { message: "must contain {site}, the folder to publish" }),
    where:
      "The command that publishes a folder to your static host (docs/production.md has one for each host).",
  },
} satisfies Record<string, Rule>;

/** Exactly one of these is needed. */
const MAIL_WAYS = {
  RESEND_API_KEY: {
    schema: text(/^re_/, "must be an API key (re_…)"),
    where: "Resend → API Keys → Create API Key, with sending access.",
  },
  POSTMARK_SERVER_TOKEN: {
    schema: text(/^[\w-]+$/, "must be a server's API token"),
    where: "Postmark → your server → API Tokens.",
  },
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps$/, error: "must be smtps://user:password@host:465" }),
    where: "Any other mail server: smtps://user:password@host:465.",
  },
} satisfies Record<string, Rule>;

const OPTIONAL = {
  STRIPE_WEBHOOK_SECRET: {
    schema: text(/^whsec_/, "must be a signing secret (whsec_…)"),
    where: "Written here by the first deployment. Stripe shows it only once.",
  },
  VAPID_PRIVATE_KEY: {
    schema: text(/^[\w+/-]{43}=?$/, "must be 32 random bytes in base64"),
    where:
      "Written here by the first deployment. It signs notifications: after a change, learners have to turn them on again.",
  },
  PHONE_FACTORS: {
    schema: z.literal("on"),
    where: "`on` offers phones as second factors, a paid add-on of Supabase (docs/hosting.md).",
  },
  SUPABASE_AUTH_EXTERNAL_GOOGLE_CLIENT_ID: {
    schema: z.string(),
    where:
      "Google Cloud console → Credentials → OAuth client, with the callback https://<project>.supabase.co/auth/v1/callback.",
  },
  SUPABASE_AUTH_EXTERNAL_GOOGLE_SECRET: { schema: z.string(), where: "The secret of the same client." },
  SUPABASE_AUTH_EXTERNAL_GITHUB_CLIENT_ID: {
    schema: z.string(),
    where: "GitHub → Settings → Developer settings → OAuth Apps, with the same callback.",
  },
  SUPABASE_AUTH_EXTERNAL_GITHUB_SECRET: { schema: z.string(), where: "The secret of the same app." },
} satisfies Record<string, Rule>;

/** Other servers in place of the real ones, for rehearsals on one machine. */
const STAND_INS = {
  SUPABASE_MANAGEMENT_URL: { schema: address, where: "" },
  SUPABASE_URL: { schema: address, where: "" },
  SUPABASE_DB_URL: { schema: z.url(), where: "" },
  STRIPE_API_URL: { schema: address, where: "" },
  MAIL_API_URL: { schema: address, where: "" },
} satisfies Record<string, Rule>;

type Values<Rules extends Record<string, Rule>> = { [Name in keyof Rules]: string };
export type Settings = Values<typeof REQUIRED> &
  Partial<Values<typeof MAIL_WAYS> & Values<typeof OPTIONAL> & Values<typeof STAND_INS>>;

/** Not by the other addresses: a shell may have one of them for another reason, which must not relax any check. */
const isRehearsal = (settings: Record<string, string | undefined>) => !!settings.SUPABASE_MANAGEMENT_URL;

/** Reserved domains that never resolve (RFC 2606 §2), which the examples in our documentation use. */
const PLACEHOLDER = /\.(example|invalid|test)\b/;

/** The file of a deployment's settings. Git ignores its folder. */
export function settingsFile(target: Target, root = ROOT): string {
  return join(root, ".deploy", `${target}.env`);
}

/**
 * Reads and checks the settings of a deployment: the file first, then the environment, which wins. Throws one error
 * that names everything missing or wrong, and where to find it. If there is no file, writes one to fill in and throws.
 */
export function readSettings(target: Target, file = settingsFile(target), env = process.env): Settings {
  if (!existsSync(file)) {
    writeTemplate(target, file);
    throw new Error(
      `${file} has been created, with a new key for certificates. Fill in the rest, then run the same command again.`,
    );
  }
  if (!parseEnvFile(readFileSync(file, "utf8")).VAPID_PRIVATE_KEY) {
    storeSetting(file, "VAPID_PRIVATE_KEY", randomBytes(32).toString("base64"));
  }
  const inFile: Record<string, string | undefined> = parseEnvFile(readFileSync(file, "utf8"));
  const own = Object.fromEntries(allNames().map((name) => [name, env[name] ?? inFile[name]]));
  return parseSettings(target, own);
}

/** Throws one error with every fault. Never contains a value, which may be a secret in the wrong place. */
export function parseSettings(target: Target, source: Record<string, string | undefined>): Settings {
  const rehearsal = isRehearsal(source);
  const required = ({ schema, where }: Rule) =>
    z
      .string(`missing. ${where}`)
      .pipe(schema)
      .refine((value) => rehearsal || !PLACEHOLDER.test(value), `is a placeholder. ${where}`);
  const optional = ([name, { schema }]: [string, Rule]) => [name, schema.optional()];
  const shape = {
    ...Object.fromEntries(Object.entries(REQUIRED).map(([name, rule]) => [name, required(rule)])),
    ...Object.fromEntries(Object.entries({ ...MAIL_WAYS, ...OPTIONAL, ...STAND_INS }).map(optional)),
  };
  const always = { when: () => true };
  const schema = z
    .object(shape as Record<string, z.ZodType<string | undefined>>)
    .refine((values) => Object.keys(MAIL_WAYS).filter((name) => values[name]).length === 1, {
      path: [Object.keys(MAIL_WAYS).join(", ")],
      message: `exactly one is needed. ${Object.values(MAIL_WAYS)
        .map(({ where }) => where)
        .join(" Or: ")}`,
      ...always,
    })
    .refine((values) => rehearsal || !values.SITE_URL || values.SITE_URL.startsWith("https://"), {
      path: ["SITE_URL"],
      message: "must be an https address",
      ...always,
    })
    .refine(
      (values) => values.STRIPE_SECRET_KEY === undefined || modeFits(target, values.STRIPE_SECRET_KEY),
      {
        path: ["STRIPE_SECRET_KEY"],
        message: `${target} needs a ${target === "production" ? "live" : "test"} key. ${REQUIRED.STRIPE_SECRET_KEY.where}`,
        ...always,
      },
    );
  return parseEnv(schema, source) as Settings;
}

function modeFits(target: Target, key: string): boolean {
  return /^[sr]k_live_/.test(key) === (target === "production");
}

function allNames(): string[] {
  return Object.keys({ ...REQUIRED, ...MAIL_WAYS, ...OPTIONAL, ...STAND_INS });
}

function writeTemplate(target: Target, file: string): void {
  const line =
    (prefix: string) =>
    ([name, { where }]: [string, Rule]) =>
      `# ${where}\n${prefix}${name}=${name === "CERTIFICATE_KEY" ? randomBytes(32).toString("base64") : ""}\n`;
  const parts = [
    `# Settings of the ${target} deployment. Secrets: Git ignores this folder. Keep a copy in a password manager.\n`,
    ...Object.entries(REQUIRED).map(line("")),
    "# How email is sent: fill in exactly one of the next three, and remove its #.\n",
    ...Object.entries(MAIL_WAYS).map(line("# ")),
    "# Optional.\n",
    ...Object.entries(OPTIONAL).map(line("# ")),
  ];
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, parts.join("\n"), { mode: 0o600 });
}

/** Adds or replaces one value in the file, so that a later run has it. */
export function storeSetting(file: string, name: string, value: string): void {
  const lines = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => !new RegExp(`^#?\\s*${name}=`).test(line));
  writeFileSync(file, `${lines.join("\n").trimEnd()}\n${name}=${value}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}
