import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { parseSettings, readSettings, storeSetting } from "../../tools/deploy/settings.ts";

const COMPLETE = {
  SITE_URL: "https://www.academy-site.org/",
  SUPABASE_PROJECT_REF: "abcdefghijklmnopqrst",
  SUPABASE_ACCESS_TOKEN: "sbp_1",
  SUPABASE_DB_PASSWORD: "a password",
  STRIPE_SECRET_KEY: "sk_test_1",
  MAIL_FROM: "The Academy <hello@academy-site.org>",
  PROVIDER_EMAIL: "office@academy-site.org",
  CERTIFICATE_KEY: "dGhlIHNlZWQgb2YgYSBrZXkgZm9yIHRlc3RzIG9ubHk=",
  UPLOAD_COMMAND: "rsync -a {site}/ host:/srv/site",
  RESEND_API_KEY: "re_1",
};

const folder = mkdtempSync(join(tmpdir(), "academy-settings-"));
const file = join(folder, "deep", "staging.env");
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the settings of a deployment", () => {
  it("are accepted when complete, and the site's address loses its trailing slash", () => {
    expect(parseSettings("staging", COMPLETE)).toEqual({
      ...COMPLETE,
      SITE_URL: "https://www.academy-site.org",
    });
  });

  it("name everything that is missing in one message, and where to find it", () => {
    const message = messageOf(() => parseSettings("staging", {}));
    for (const name of Object.keys(COMPLETE)) expect(message).toContain(name);
    expect(message).toContain("Account preferences → Access Tokens");
  });

  it.each([
    ["an address without TLS", { SITE_URL: "http://www.academy-site.org" }, "must be an https address"],
    ["a site address copied from an example", { SITE_URL: "https://academy.example" }, "is a placeholder"],
    ["a sender address copied from an example", { MAIL_FROM: "support@academy.example" }, "is a placeholder"],
    ["two ways to send email", { SMTP_URL: "smtps://a:b@mail.org:465" }, "exactly one is needed"],
    ["no way to send email", { RESEND_API_KEY: "" }, "exactly one is needed"],
    [
      "a live key of the payment provider on staging",
      { STRIPE_SECRET_KEY: "sk_live_1" },
      "staging needs a test key",
    ],
    ["a command that publishes nothing", { UPLOAD_COMMAND: "true" }, "must contain {site}"],
    ["a project's name instead of its id", { SUPABASE_PROJECT_REF: "My Academy" }, "must be the 20 letters"],
  ])("reject %s", (_, change, sentence) => {
    expect(messageOf(() => parseSettings("staging", { ...COMPLETE, ...change }))).toContain(sentence);
  });

  it("keep every check when the shell has the address of a project", () => {
    const change = {
      SITE_URL: "https://academy.example",
      SUPABASE_URL: "https://abcdefghijklmnopqrst.supabase.co",
    };
    expect(messageOf(() => parseSettings("staging", { ...COMPLETE, ...change }))).toContain(
      "is a placeholder",
    );
  });

  it("require a live key of the payment provider on production", () => {
    expect(messageOf(() => parseSettings("production", COMPLETE))).toContain("production needs a live key");
    expect(parseSettings("production", { ...COMPLETE, STRIPE_SECRET_KEY: "sk_live_1" })).toBeDefined();
  });

  it("never repeat a value, which may be a secret in the wrong place", () => {
    const secret = "hunter2-hunter2";
    const all = Object.fromEntries(Object.keys(COMPLETE).map((name) => [name, secret]));
    expect(messageOf(() => parseSettings("staging", all))).not.toContain(secret);
  });

  it("start as a file to fill in that only its owner can read and that contains a new certificate key", () => {
    expect(() => readSettings("staging", file, {})).toThrow("has been created");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, "utf8");
    expect(text).toMatch(/^CERTIFICATE_KEY=[\w+/]{43}=$/m);
    const message = messageOf(() => readSettings("staging", file, {}));
    expect(message).toContain("SITE_URL");
    expect(message).not.toContain("CERTIFICATE_KEY");
  });

  it("get a key for notifications when they are first read, which stays the same", () => {
    expect(() => readSettings("staging", file, {})).toThrow("has been created");
    const { VAPID_PRIVATE_KEY: key } = readSettings("staging", file, COMPLETE);
    expect(Buffer.from(key ?? "", "base64")).toHaveLength(32);
    expect(readSettings("staging", file, COMPLETE).VAPID_PRIVATE_KEY).toBe(key);
  });

  it("keep only the latest value that a deployment stored", () => {
    expect(() => readSettings("staging", file, {})).toThrow("has been created");
    storeSetting(file, "STRIPE_WEBHOOK_SECRET", "whsec_1");
    storeSetting(file, "STRIPE_WEBHOOK_SECRET", "whsec_2");
    const { CERTIFICATE_KEY: _, ...others } = COMPLETE;
    expect(readSettings("staging", file, others).STRIPE_WEBHOOK_SECRET).toBe("whsec_2");
    expect(readFileSync(file, "utf8").match(/^STRIPE_WEBHOOK_SECRET=/gm)).toHaveLength(1);
  });
});

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  throw new Error("the settings were accepted");
}
