import { existsSync, readFileSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { z } from "zod";
import { createLock } from "../backend/lock.ts";

const mailSchema = z.object({
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: z.string(),
});
/** One email or text message. `sentAt` is ISO 8601 in UTC. */
export type Mail = z.infer<typeof mailSchema>;

export type Mailbox = {
  /** Resolves when the email is on the disk. */
  add(mail: Omit<Mail, "sentAt">): Promise<void>;
  /** Newest first. */
  list(): Mail[];
};

/** Stores every email in `file`, one JSON object per line, or only in memory if `file` is null. */
export function openMailbox(file: string | null): Mailbox {
  const mails: Mail[] = file && existsSync(file) ? readMails(file) : [];
  const inTurn = createLock();
  return {
    async add(mail) {
      const kept = { ...mail, sentAt: new Date().toISOString() };
      mails.unshift(kept);
      if (!file) return;
      // Not synchronously: this thread serves pages too, and a busy disk takes long to flush.
      await inTurn.run(() => appendFile(file, `${JSON.stringify(kept)}\n`, { mode: 0o600, flush: true }));
    },
    list: () => mails,
  };
}

function readMails(file: string): Mail[] {
  const lines = readFileSync(file, "utf8").split("\n");
  const mails: Mail[] = [];
  for (const line of lines) {
    const mail = parseLine(line);
    if (mail) mails.unshift(mail);
  }
  return mails;
}

/** Skips a line that a power failure truncated, so that it does not prevent the start. */
function parseLine(line: string): Mail | undefined {
  if (line.trim() === "") return undefined;
  try {
    return mailSchema.parse(JSON.parse(line));
  } catch {
    console.warn("The mailbox file has an unreadable line, which is skipped.");
    return undefined;
  }
}
