import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { z } from "zod";
import { renderMail } from "../functions/_shared/mail/render.ts";
import { SITE } from "../src/domain/site.ts";
import { AUTH_MAIL_FRAME, AUTH_MAILS } from "./authMails.ts";

const SUPABASE = join(import.meta.dirname, "../supabase");
const template = z.object({ subject: z.string(), content_path: z.string() });
const configSchema = z.object({
  auth: z.object({
    email: z.object({
      enable_confirmations: z.boolean(),
      double_confirm_changes: z.boolean(),
      smtp: z.object({ sender_name: z.string() }),
      template: z.record(z.string(), template),
    }),
  }),
});
const config = () =>
  configSchema.parse(parse(readFileSync(join(SUPABASE, "config.toml"), "utf8"))).auth.email;

test("no email from the auth server contains user input, such as a name or the other address of a change", () => {
  for (const content of Object.values(AUTH_MAILS)) {
    const used = [...JSON.stringify(content).matchAll(/\{\{ *\.(\w+)/g)].map(([, name]) => name);
    for (const name of used) expect(["SiteURL", "TokenHash", "Token"]).toContain(name);
  }
});

test("a hosted project changes an address only after both addresses have confirmed", () => {
  // GoTrue skips the double confirmation while confirmations are off.
  expect(config()).toMatchObject({ enable_confirmations: true, double_confirm_changes: true });
});

test("a hosted project sends the same auth emails as the embedded server", () => {
  const { template: templates, smtp } = config();
  expect(smtp.sender_name).toBe(SITE.name);
  expect(Object.keys(templates).sort()).toEqual(Object.keys(AUTH_MAILS).sort());
  for (const [name, content] of Object.entries(AUTH_MAILS)) {
    expect(templates[name]?.subject).toBe(content.subject);
    const html = readFileSync(join(SUPABASE, "..", templates[name]?.content_path ?? ""), "utf8");
    expect(html, "run node tools/authMails.ts").toBe(`${renderMail(content, AUTH_MAIL_FRAME).html}\n`);
  }
});
