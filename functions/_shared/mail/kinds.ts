import type { MailKind } from "./mailKind.ts";
import { accessMails } from "./texts/accessMails.ts";
import { accountMails } from "./texts/accountMails.ts";
import { addressMails } from "./texts/addressMails.ts";
import { contactMails } from "./texts/contactMails.ts";
import { courseMails } from "./texts/courseMails.ts";
import { enrolmentMails } from "./texts/enrolmentMails.ts";
import { interestMails } from "./texts/interestMails.ts";
import { planMails } from "./texts/planMails.ts";
import { problemMails } from "./texts/problemMails.ts";
import { receiptMails } from "./texts/receiptMails.ts";
import { securityMails } from "./texts/securityMails.ts";
import { studentIdMails } from "./texts/studentIdMails.ts";
import { teamMails } from "./texts/teamMails.ts";

/** Every kind of email, as `mail_queue` names it. Each row is beside its text. */
export const KINDS = {
  ...enrolmentMails,
  ...receiptMails,
  ...planMails,
  ...accessMails,
  ...teamMails,
  ...studentIdMails,
  ...courseMails,
  ...addressMails,
  ...accountMails,
  ...securityMails,
  ...contactMails,
  ...interestMails,
  ...problemMails,
} satisfies Record<string, MailKind>;

/** Throws for a kind that this version does not know. */
export function requireKind(name: string): MailKind {
  const kinds: Record<string, MailKind | undefined> = KINDS;
  const kind = kinds[name];
  if (!kind) throw new Error(`there is no email of the kind ${name}`);
  return kind;
}
