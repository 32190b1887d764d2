import { z } from "zod";
import { unmistakableEmail } from "../../../../src/domain/readableEmail.ts";
import { type Admin, DatabaseError } from "../../database.ts";
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
