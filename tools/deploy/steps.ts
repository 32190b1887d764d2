import { createHash } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Change } from "../../server/stripeAccount/change.ts";
import { shopChanges } from "../../server/stripeAccount/setup.ts";
import { webhookChanges } from "../../server/stripeAccount/webhookEndpoint.ts";
import { SITE } from "../../src/domain/site.ts";
import { databaseChanges } from "./database.ts";
import type { Deployment } from "./deployment.ts";
import { bundleFunctions } from "./functionBundles.ts";
import { lessonChanges } from "./lessons.ts";
import type { AuthConfig } from "./managementApi.ts";
import { storeSetting } from "./settings.ts";
import { siteChanges } from "./site.ts";

/** One part of a deployment. Its changes are what differs now, so that a second run has none. */
export type Step = {
  name: string;
  title: string;
  /** Compares with tables that the database step creates. */
  needsDatabase?: true;
  changes(deployment: Deployment): Promise<Change[]>;
};

/** In the order in which they must run, because each needs the results of earlier ones. */
export const STEPS: readonly Step[] = [
  { name: "database", title: "Database", changes: databaseChanges },
  { name: "vault", title: "Secrets of the scheduled jobs", changes: vaultChanges },
  { name: "auth", title: "Sign-in and other settings of the project", changes: configChanges },
  { name: "passkeys", title: "Passkeys and leaked passwords", changes: authExtraChanges },
  { name: "stripe", title: "Payment provider", changes: stripeChanges },
  { name: "secrets", title: "Secrets of the server functions", changes: secretChanges },
  { name: "functions", title: "Server functions", changes: functionChanges },
  { name: "site", title: "Site", changes: siteChanges },
  { name: "lessons", title: "Lessons", needsDatabase: true, changes: lessonChanges },
];

/** The secret that contains the hash of the deployed code. */
const RELEASE = "FUNCTIONS_RELEASE";

/** What private.call_job() needs to call a function (supabase/schemas/operations/jobs.sql). */
async function vaultChanges({ api, functionsUrl }: Deployment): Promise<Change[]> {
  const { secret } = await api.keys();
  const wanted = { functions_url: functionsUrl, secret_key: secret };
  const stored = await api.query<{ id: string; name: string; value: string }>(
    "select id, name, decrypted_secret as value from vault.decrypted_secrets where name = any($1::text[])",
    [Object.keys(wanted)],
  );
  return Object.entries(wanted).flatMap(([name, value]) => {
    const found = stored.find((each) => each.name === name);
    if (found?.value === value) return [];
    const apply = async () => {
      if (found) await api.query("select vault.update_secret($1::uuid, $2)", [found.id, value]);
      else await api.query("select vault.create_secret($1, $2)", [value, name]);
    };
    return [{ what: `${found ? "replace" : "store"} ${name} in the vault`, apply }];
  });
}

/** `supabase config push` compares with the project; without `--yes` it only says what it would change. */
async function configChanges(deployment: Deployment): Promise<Change[]> {
  const cli = deployment.cli(configEnvironment(deployment));
  const args = ["config", "push", `--remote=${deployment.settings.SUPABASE_PROJECT_REF}`];
  const preview = await cli.preview(args);
  const services = [...preview.matchAll(/^Would update (.+) with:$/gm)].map(([, name]) => name);
  if (services.length === 0) return [];
  return [{ what: `update the ${services.join(", the ")}`, apply: async () => void (await cli.run(args)) }];
}

/** The values of `env(…)` in supabase/config.toml. Emails of the auth server go through the same provider as all others. */
function configEnvironment({ settings }: Deployment): Record<string, string> {
  const { name, address } = parseSender(settings.MAIL_FROM);
  const smtp = smtpServer(settings);
  return {
    SITE_URL: settings.SITE_URL,
    SMTP_HOST: smtp.host,
    SMTP_USER: smtp.user,
    SMTP_PASS: smtp.password,
    SMTP_ADMIN_EMAIL: address,
    SUPABASE_AUTH_EMAIL_SMTP_PORT: smtp.port,
    SUPABASE_AUTH_EMAIL_SMTP_SENDER_NAME: name,
    ...providerEnvironment(settings),
    ...(settings.PHONE_FACTORS && {
      SUPABASE_AUTH_MFA_PHONE_ENROLL_ENABLED: "true",
      SUPABASE_AUTH_MFA_PHONE_VERIFY_ENABLED: "true",
    }),
  };
}

/** A provider is switched on as soon as its client is known. */
function providerEnvironment(settings: Deployment["settings"]): Record<string, string> {
  return Object.fromEntries(
    (["GOOGLE", "GITHUB"] as const).flatMap((provider) => {
      const prefix = `SUPABASE_AUTH_EXTERNAL_${provider}` as const;
      const [id, secret] = [settings[`${prefix}_CLIENT_ID`], settings[`${prefix}_SECRET`]];
      if (!id || !secret) return [];
      return [
        [`${prefix}_ENABLED`, "true"],
        [`${prefix}_CLIENT_ID`, id],
        [`${prefix}_SECRET`, secret],
      ];
    }),
  );
}

function parseSender(from: string): { name: string; address: string } {
  const match = /^\s*(.*?)\s*<([^>]+)>\s*$/.exec(from);
  return match
    ? { name: match[1] || SITE.name, address: match[2] ?? "" }
    : { name: SITE.name, address: from.trim() };
}

/** https://resend.com/docs/send-with-smtp, https://postmarkapp.com/developer/user-guide/send-email-with-smtp */
function smtpServer(settings: Deployment["settings"]) {
  const { RESEND_API_KEY: resend, POSTMARK_SERVER_TOKEN: postmark, SMTP_URL: other } = settings;
  if (resend) return { host: "smtp.resend.com", port: "465", user: "resend", password: resend };
  if (postmark) return { host: "smtp.postmarkapp.com", port: "587", user: postmark, password: postmark };
  const url = new URL(other ?? "");
  const decode = decodeURIComponent;
  return {
    host: url.hostname,
    port: url.port || "465",
    user: decode(url.username),
    password: decode(url.password),
  };
}

/** Settings of the auth server that the CLI does not push. */
async function authExtraChanges({ api, settings, target }: Deployment): Promise<Change[]> {
  const wanted: AuthConfig = {
    webauthn_rp_id: new URL(settings.SITE_URL).hostname,
    webauthn_rp_origins: new URL(settings.SITE_URL).origin,
    webauthn_rp_display_name: SITE.name,
    // Part of the Pro plan, which staging does not need.
    ...(target === "production" && { password_hibp_enabled: true }),
  };
  const current = await api.authConfig();
  const different = Object.entries(wanted).filter(([name, value]) => current[name] !== value);
  if (different.length === 0) return [];
  return [
    {
      what: `set ${different.map(([name]) => name).join(", ")}`,
      apply: () => api.changeAuthConfig(Object.fromEntries(different)),
    },
  ];
}

/** Stripe shows the webhook's secret only when it creates the endpoint, so it is stored in the settings immediately. */
async function stripeChanges({
  stripe,
  settings,
  settingsFile,
  functionsUrl,
  api,
}: Deployment): Promise<Change[]> {
  const onSecret = (secret: string) => {
    settings.STRIPE_WEBHOOK_SECRET = secret;
    storeSetting(settingsFile, "STRIPE_WEBHOOK_SECRET", secret);
  };
  const endpoint = `${functionsUrl}/stripe-webhook`;
  const changes = [
    ...(await shopChanges(stripe, settings.SITE_URL)),
    ...(await webhookChanges(stripe, endpoint, onSecret)),
  ];
  const isCreated = changes.some(({ what }) => what.startsWith("create the webhook endpoint"));
  if (!isCreated && !settings.STRIPE_WEBHOOK_SECRET && !(await api.secrets()).has("STRIPE_WEBHOOK_SECRET"))
    throw new Error(
      `The webhook endpoint ${endpoint} exists, but its secret is not in the settings: copy it from the Stripe dashboard → Developers → Webhooks → the endpoint → Signing secret, and enter it as STRIPE_WEBHOOK_SECRET in ${settingsFile}.`,
    );
  return changes;
}

async function secretChanges(deployment: Deployment): Promise<Change[]> {
  const stored = await deployment.api.secrets();
  const wanted = functionSecrets(deployment);
  const different = Object.entries(wanted).filter(([name, value]) => stored.get(name) !== sha256(value));
  if (different.length === 0) return [];
  return [
    {
      what: `set ${different.map(([name]) => name).join(", ")}`,
      // The webhook's secret may have been created since the comparison.
      apply: () => setSecrets(deployment, functionSecrets(deployment)),
    },
  ];
}

/** The environment of the functions (functions/README.md). The platform sets SUPABASE_URL and the keys itself. */
function functionSecrets({ settings }: Deployment): Record<string, string> {
  const names = [
    "SITE_URL",
    "STRIPE_SECRET_KEY",
    "STRIPE_WEBHOOK_SECRET",
    "CERTIFICATE_KEY",
    "VAPID_PRIVATE_KEY",
    "MAIL_FROM",
    "PROVIDER_EMAIL",
    "RESEND_API_KEY",
    "POSTMARK_SERVER_TOKEN",
    "SMTP_URL",
    "STRIPE_API_URL",
    "MAIL_API_URL",
  ] as const;
  return Object.fromEntries(names.flatMap((name) => (settings[name] ? [[name, settings[name]]] : [])));
}

async function setSecrets(deployment: Deployment, values: Record<string, string>): Promise<void> {
  // In a file, because other users of the machine can read the arguments of a process.
  const file = join(deployment.workdir, "secrets.env");
  mkdirSync(deployment.workdir, { recursive: true });
  const lines = Object.entries(values).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`);
  writeFileSync(file, lines.join(""), { mode: 0o600 });
  try {
    const ref = deployment.settings.SUPABASE_PROJECT_REF;
    await deployment.cli().run(["secrets", "set", `--remote=${ref}`, "--env-file", file]);
  } finally {
    rmSync(file);
  }
}

async function functionChanges(deployment: Deployment): Promise<Change[]> {
  const { names, digest } = await bundleFunctions(deployment.workdir);
  const stored = (await deployment.api.secrets()).get(RELEASE);
  const online = new Map((await deployment.api.functions()).map(({ slug, status }) => [slug, status]));
  const isComplete = names.every((name) => online.get(name) === "ACTIVE") && online.size === names.length;
  if (stored === sha256(digest) && isComplete) return [];
  const ref = deployment.settings.SUPABASE_PROJECT_REF;
  return [
    {
      what: `deploy ${names.length} functions`,
      apply: async () => {
        await deployment.bundlesCli().run(["functions", "deploy", "--use-api", "--prune", `--remote=${ref}`]);
        // Last, so that an interrupted deployment is repeated.
        await setSecrets(deployment, { [RELEASE]: digest });
      },
    },
  ];
}

function sha256(value: string): string {
  return createHash("sha256").update(value).digest("hex");
}
