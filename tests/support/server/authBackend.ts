import { startTestBackend, TEST_SITE_URL, type TestBackend } from "@academy/local-supabase/testing";
import type { RenderedMail } from "../../../functions/_shared/mail/layout.ts";
import { renderAuthMail } from "../../../server/authMails.ts";
import { SUPABASE_PROJECT } from "../../../server/supabaseProject.ts";

export type SentMail = RenderedMail & { to: string };
export type AuthBackend = Omit<TestBackend, "mails"> & { readonly mails: SentMail[] };

/** The local Supabase with the project's settings and emails, and without its tables. */
export async function startAuthBackend(): Promise<AuthBackend> {
  const mails: SentMail[] = [];
  const { configFile, appName, commonPasswords, phoneFactors } = SUPABASE_PROJECT;
  const backend = await startTestBackend(
    {},
    {
      configFile,
      appName,
      commonPasswords,
      phoneFactors,
      onAuthMail: async (mail) => void mails.push({ to: mail.to, ...renderAuthMail(mail, TEST_SITE_URL) }),
    },
  );
  return { ...backend, mails };
}
