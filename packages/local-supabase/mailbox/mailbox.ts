import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { z } from "zod";

const mailSchema = z.object({
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: z.string(),
});
/** One mail that the academy sent. `sentAt` is ISO 8601 in UTC. */
export type Mail = z.infer<typeof mailSchema>;

export type Mailbox = {
  add(mail: Omit<Mail, "sentAt">): void;
  /** Newest first. */
  list(): Mail[];
};

/** Keeps every mail in `file`, one JSON object a line, or only in memory when `file` is null. */
export function openMailbox(file: string | null): Mailbox {
  const mails: Mail[] = file && existsSync(file) ? readMails(file) : [];
  return {
    add(mail) {
      const kept = { ...mail, sentAt: new Date().toISOString() };
      mails.unshift(kept);
      if (file) appendFileSync(file, `${JSON.stringify(kept)}\n`, { mode: 0o600, flush: true });
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

/** A line cut short by a power failure is left out rather than keeping the academy from starting. */
function parseLine(line: string): Mail | undefined {
  if (line.trim() === "") return undefined;
  try {
    return mailSchema.parse(JSON.parse(line));
  } catch {
    console.warn("The mailbox holds an unreadable line, which is left out.");
    return undefined;
  }
}
