import { z } from "zod";
import { SITE } from "../../../../src/domain/site.ts";
import { type Admin, callDatabase } from "../../database.ts";
import type { MailContent } from "../layout.ts";

const contactAnswerSchema = z.object({ body: z.string(), sent_at: z.string() });
type ContactAnswer = z.infer<typeof contactAnswerSchema>;

/** The answer with this id, or undefined if it was deleted with its message. */
export async function findContactAnswer(admin: Admin, id: string): Promise<ContactAnswer | undefined> {
  const answer = await callDatabase(admin, "contact_answer", { p_id: id }, contactAnswerSchema.nullable());
  return answer ?? undefined;
}

const TIME = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "Europe/London",
});

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
