import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openMailbox } from "./mailbox.ts";

const mailTo = (to: string) => ({ to, from: "", subject: "", text: "", html: "" });

test("emails that arrive together are stored completely and in order", async () => {
  const folder = mkdtempSync(join(tmpdir(), "local-supabase-mailbox-"));
  const mailbox = openMailbox(join(folder, "mailbox.jsonl"));
  const recipients = Array.from({ length: 20 }, (_, number) => `reader${number}@mail.example`);
  await Promise.all(recipients.map((to) => mailbox.add(mailTo(to))));
  const stored = openMailbox(join(folder, "mailbox.jsonl")).list();
  expect(stored).toEqual(mailbox.list());
  expect(stored.map(({ to }) => to)).toEqual(recipients.toReversed());
  rmSync(folder, { recursive: true });
});

test("an email that cannot be stored is reported to its sender", async () => {
  const mailbox = openMailbox(join(tmpdir(), "no-such-folder", "mailbox.jsonl"));
  await expect(mailbox.add(mailTo("reader@mail.example"))).rejects.toThrow("ENOENT");
});
