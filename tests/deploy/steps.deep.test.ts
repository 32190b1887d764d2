import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { connect, type Deployment } from "../../tools/deploy/deployment.ts";
import { parseSettings } from "../../tools/deploy/settings.ts";
import { STEPS } from "../../tools/deploy/steps.ts";
import { REF, type StandIn, startManagementStandIn, TOKEN } from "./managementStandIn.ts";

/** The real CLI starts several times in each test, and bundling takes seconds. */
const TIMEOUT_MS = 240_000;
const SITE = "https://www.academy-site.org";

const folder = mkdtempSync(join(tmpdir(), "academy-deploy-"));
const settingsFile = join(folder, "staging.env");
let api: StandIn;

beforeAll(async () => {
  const keys = { publishable: "sb_publishable_1", secret: "sb_secret_1" };
  api = await startManagementStandIn({ query: async () => [], keys });
});
beforeEach(() => {
  api.changes.length = 0;
  api.faults.clear();
  writeFileSync(settingsFile, "");
});
afterAll(async () => {
  await api.stop();
  rmSync(folder, { recursive: true, force: true });
});

function deployment(change: Record<string, string> = {}): Deployment {
  const settings = parseSettings("staging", {
    SITE_URL: SITE,
    SUPABASE_PROJECT_REF: REF,
    SUPABASE_ACCESS_TOKEN: TOKEN,
    SUPABASE_DB_PASSWORD: "a password",
    STRIPE_SECRET_KEY: "sk_test_1",
    STRIPE_WEBHOOK_SECRET: "whsec_1",
    MAIL_FROM: "The Academy <hello@academy-site.org>",
    PROVIDER_EMAIL: "office@academy-site.org",
    CERTIFICATE_KEY: "dGhlIHNlZWQgb2YgYSBrZXkgZm9yIHRlc3RzIG9ubHk=",
    UPLOAD_COMMAND: "true {site}",
    RESEND_API_KEY: "re_1",
    SUPABASE_MANAGEMENT_URL: api.url,
    SUPABASE_URL: api.url,
    ...change,
  });
  return connect("staging", settings, settingsFile);
}

/** Runs a step and returns the changes that it announced. */
async function run(name: string, to = deployment()): Promise<string[]> {
  const step = STEPS.find((each) => each.name === name);
  if (!step) throw new Error(`there is no step ${name}`);
  const changes = await step.changes(to);
  for (const { apply } of changes) await apply();
  return changes.map(({ what }) => what);
}

describe("with the real CLI and a stand-in for the Management API", () => {
  it(
    "deploying replaces local auth settings with the site's address and email sender; a second run changes nothing",
    async () => {
      expect(await run("auth")).toEqual([expect.stringContaining("Auth")]);
      expect(api.auth).toMatchObject({
        site_url: SITE,
        smtp_host: "smtp.resend.com",
        smtp_admin_email: "hello@academy-site.org",
        mailer_autoconfirm: false,
        mailer_secure_email_change_enabled: true,
      });
      expect(JSON.stringify(api.auth)).not.toMatch(/localhost|127\.0\.0\.1/);
      expect(await run("auth")).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it(
    "sign-in with Google and second factors by phone are off until they are configured",
    async () => {
      await run("auth");
      expect([api.auth.external_google_enabled, api.auth.mfa_phone_enroll_enabled]).not.toContain(true);
      const google = {
        SUPABASE_AUTH_EXTERNAL_GOOGLE_CLIENT_ID: "1.apps",
        SUPABASE_AUTH_EXTERNAL_GOOGLE_SECRET: "s",
      };
      const changed = deployment({ ...google, PHONE_FACTORS: "on" });
      expect(await run("auth", changed)).toHaveLength(1);
      expect(api.auth).toMatchObject({
        external_google_enabled: true,
        external_google_client_id: "1.apps",
        mfa_phone_enroll_enabled: true,
      });
      expect(await run("auth", changed)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  it("passkeys are set up for the site's domain, and production rejects leaked passwords", async () => {
    expect(await run("passkeys")).toHaveLength(1);
    expect(api.auth).toMatchObject({ webauthn_rp_id: "www.academy-site.org", webauthn_rp_origins: SITE });
    expect(await run("passkeys")).toEqual([]);
    expect(await run("passkeys", { ...deployment(), target: "production" })).toEqual([
      "set password_hibp_enabled",
    ]);
    expect(api.auth.password_hibp_enabled).toBe(true);
  });

  it(
    "only the secrets that differ are set, and none is left in a file",
    async () => {
      expect(await run("secrets")).toHaveLength(1);
      expect(Object.fromEntries(api.secrets)).toMatchObject({
        SITE_URL: SITE,
        STRIPE_WEBHOOK_SECRET: "whsec_1",
      });
      expect(await run("secrets")).toEqual([]);
      expect(await run("secrets", deployment({ RESEND_API_KEY: "re_2" }))).toEqual(["set RESEND_API_KEY"]);
      expect(() => readFileSync(join(deployment().workdir, "secrets.env"))).toThrow("ENOENT");
    },
    TIMEOUT_MS,
  );
});
