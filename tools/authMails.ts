import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderMail } from "../functions/_shared/mail/layout.ts";
import { AUTH_MAILS } from "../server/authMails.ts";

/** Writes the auth server's mails where hosted Supabase finds them: `supabase config push` puts them into force. */
const folder = join(import.meta.dirname, "../supabase/templates");
mkdirSync(folder, { recursive: true });
for (const [name, content] of Object.entries(AUTH_MAILS)) {
  writeFileSync(join(folder, `${name}.html`), `${renderMail(content).html}\n`);
}
