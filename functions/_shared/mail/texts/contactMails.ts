import { z } from "zod";
import type { ProviderFacts } from "../../../../src/domain/provider/facts.ts";
import { SITE } from "../../../../src/domain/site.ts";
import { unmistakableEmail } from "../../../../src/domain/text/readableEmail.ts";
import { type Admin, callDatabase, DatabaseError } from "../../database.ts";
import type { MailContent } from "../layout.ts";

const contactMessageSchema = z.object({
  name: z.string(),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  created_at: z.string(),
});
/** A row of `contact_messages`. */
type StoredContactMessage = z.infer<typeof contactMessageSchema>;

/** The message with this id, or undefined if the course provider has deleted it. */
export async function findContactMessage(
  admin: Admin,
  id: string,
): Promise<StoredContactMessage | undefined> {
  const { data, error } = await admin
    .from("contact_messages")
    .select("name, email, subject, message, created_at")
    .match({ id })
    .maybeSingle();
  if (error) throw new DatabaseError("contact_messages", error);
  return data === null ? undefined : contactMessageSchema.parse(data);
}

const TIME = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Europe/London",
});

/** Sent to the course provider. A reply to this email goes to the sender of the message. */
export function contactMessageMail(message: StoredContactMessage): MailContent {
  return {
    subject: `Contact form: ${message.subject}`,
    replyTo: { name: message.name, address: message.email },
    blocks: [
      { kind: "text", text: "A message from the contact page. Replies to this email go to the sender." },
      {
        kind: "rows",
        rows: [
          ["Name", message.name],
          ["Email", unmistakableEmail(message.email)],
          ["Subject", message.subject],
          ["Sent", TIME.format(new Date(message.created_at))],
        ],
      },
      // Last, so that nothing in it can pass for our own text.
      { kind: "text", text: message.message },
    ],
  };
}

/**
 * Sent to the address given in the contact form. The address is not verified, so the email contains nothing that was
 * typed, not even the name: otherwise the form could be used to send any text to any address.
 */
export function contactAcknowledgementMail({
  contactEmail,
  responseTime,
  officeHours,
}: ProviderFacts): MailContent {
  return {
    subject: "We have received your message",
    replyTo: { name: SITE.name, address: contactEmail },
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `Thank you for writing to ${SITE.name}. We have received your message and will answer it at this address.`,
      },
      {
        kind: "rows",
        rows: [
          ["Response time", responseTime],
          ["Office hours", officeHours],
        ],
      },
      {
        kind: "text",
        text: "If you did not write to us, someone entered your address, perhaps by mistake. You do not need to do anything.",
      },
    ],
  };
}

const contactAnswerSchema = z.object({ body: z.string(), sent_at: z.string() });
type ContactAnswer = z.infer<typeof contactAnswerSchema>;

/** The answer with this id, or undefined if it was deleted with its message. */
export async function findContactAnswer(admin: Admin, id: string): Promise<ContactAnswer | undefined> {
  const answer = await callDatabase(admin, "contact_answer", { p_id: id }, contactAnswerSchema.nullable());
  return answer ?? undefined;
}

/**
 * Sent to the address given in the contact form, which is not verified. The email therefore says why it arrives, and
 * repeats nothing that was typed into the form, not even the subject.
 */
export function contactAnswerMail(
  contactAddress: string,
  { body, sent_at: sentAt }: ContactAnswer,
): MailContent {
  return {
    subject: "Our answer to your message",
    replyTo: { name: SITE.name, address: contactAddress },
    blocks: [
      {
        kind: "text",
        text: `On ${TIME.format(new Date(sentAt))} (UK time) we received a message through our contact form that gave this email address. This is our answer:`,
      },
      { kind: "text", text: body },
      {
        kind: "text",
        text: "You can reply to this email. If you did not write to us, someone entered your address, perhaps by mistake. You do not need to do anything.",
      },
    ],
  };
}
