import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderMail } from "../functions/_shared/mail/render.ts";
import { AUTH_MAIL_FRAME, AUTH_MAILS } from "../server/authMails.ts";

/** Writes the auth server's emails as templates for hosted Supabase, which `supabase config push` activates. */
const folder = join(import.meta.dirname, "../supabase/templates");
mkdirSync(folder, { recursive: true });
for (const [name, content] of Object.entries(AUTH_MAILS)) {
  writeFileSync(join(folder, `${name}.html`), `${renderMail(content, AUTH_MAIL_FRAME).html}\n`);
}
