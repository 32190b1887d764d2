import { z } from "zod";
import { SITE } from "../../../../src/domain/site.ts";
import { unmistakableEmail } from "../../../../src/domain/text/readableEmail.ts";
import { type Admin, callDatabase, DatabaseError } from "../../database.ts";
import { formatTime } from "../formatDate.ts";
import { type MailContent, rows } from "../layout.ts";
import { dataMail, mail, nothing, type Places } from "../mailKind.ts";

export const contactMails = {
  /** Sent to the course provider. A reply to this email goes to the sender of the message. */
  contact_message: mail({
    to: "staff",
    row: z.object({ contact_message_id: z.uuid() }),
    load: async ({ contact_message_id: id }, { admin }) =>
      (await findContactMessage(admin, id)) ?? "obsolete",
    write: contactMessageMail,
  }),
  contact_acknowledgement: dataMail(nothing, acknowledgementMail),
  contact_answer: mail({
    row: z.object({ data: z.object({ answer_id: z.uuid() }) }),
    load: async ({ data }, { admin }) => {
      const args = { p_id: data.answer_id };
      // Null if it was deleted with its message.
      return (await callDatabase(admin, "contact_answer", args, answerSchema.nullable())) ?? "obsolete";
    },
    write: contactAnswerMail,
  }),
};

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
async function findContactMessage(admin: Admin, id: string): Promise<StoredContactMessage | undefined> {
  const { data, error } = await admin
    .from("contact_messages")
    .select("name, email, subject, message, created_at")
    .match({ id })
    .maybeSingle();
  if (error) throw new DatabaseError("contact_messages", error);
  return data === null ? undefined : contactMessageSchema.parse(data);
}

function contactMessageMail(message: StoredContactMessage): MailContent {
  return {
    subject: `Contact form: ${message.subject}`,
    replyTo: { name: message.name, address: message.email },
    blocks: [
      "A message from the contact page. Replies to this email go to the sender.",
      rows(
        ["Name", message.name, "name"],
        ["Email", unmistakableEmail(message.email), "name"],
        ["Subject", message.subject],
        ["Sent", formatTime(message.created_at)],
      ),
      // Last, so that nothing in it can pass for our own text.
      message.message,
    ],
  };
}

/**
 * Sent to the address given in the contact form. The address is not verified, so the email contains nothing that was
 * typed, not even the name: otherwise the form could be used to send any text to any address.
 */
function acknowledgementMail(
  _: unknown,
  { facts: { contactEmail, responseTime, officeHours } }: Places,
): MailContent {
  return {
    subject: "We have received your message",
    replyTo: { name: SITE.name, address: contactEmail },
    blocks: [
      `Thank you for writing to ${SITE.name}. We have received your message and will answer it at this address.`,
      rows(["Response time", responseTime], ["Office hours", officeHours]),
      "If you did not write to us, someone entered your address, perhaps by mistake. You do not need to do anything.",
    ],
  };
}

const answerSchema = z.object({ body: z.string(), sent_at: z.string() });

/**
 * Sent to the address given in the contact form, which is not verified. The email therefore says why it arrives, and
 * repeats nothing that was typed into the form, not even the subject.
 */
function contactAnswerMail(
  { body, sent_at: sentAt }: z.infer<typeof answerSchema>,
  { facts: { contactEmail } }: Places,
): MailContent {
  return {
    subject: "Our answer to your message",
    replyTo: { name: SITE.name, address: contactEmail },
    blocks: [
      `On ${formatTime(sentAt)}, we received a message through our contact form that gave this email address. This is our answer:`,
      body,
      "You can reply to this email. If you did not write to us, someone entered your address, perhaps by mistake. You do not need to do anything.",
    ],
  };
}
