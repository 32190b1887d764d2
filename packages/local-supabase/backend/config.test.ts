import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { START_TIMEOUT_MS, startTestBackend, TEST_CONFIG_FILE } from "../testing.ts";

const HOSTED = `
[auth.rate_limit]
email_sent = 200
[auth.captcha]
enabled = true
provider = "turnstile"
secret = "env(CAPTCHA_SECRET)"
[auth.sessions]
timebox = "24h"
[auth.email.smtp]
host = "env(SMTP_HOST)"
[remotes.production]
project_id = "abcdefghijklmnopqrst"
[remotes.production.auth]
enable_signup = false
`;

test(
  "the local backend ignores settings that only a hosted project has, including the sections of other projects",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "local-supabase-config-"));
    const configFile = join(folder, "config.toml");
    try {
      writeFileSync(configFile, readFileSync(TEST_CONFIG_FILE, "utf8") + HOSTED);
      await using backend = await startTestBackend({}, { configFile, phoneFactors: false });
      const client = backend.client();
      const { error } = await client.auth.signUp({ email: "ada@example.com", password: "correct horse" });
      expect(error).toBeNull();
      const enroll = client.auth.mfa.enroll({ factorType: "phone", phone: "+441632960123" });
      expect((await enroll).error).toMatchObject({ code: "mfa_phone_enroll_not_enabled" });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  START_TIMEOUT_MS,
);
