import { SITE } from "../../../../src/domain/site.ts";
import type { MailContent } from "../layout.ts";

/**
 * To whoever is said to have written to us. Nobody has proved that the address is theirs, so nothing that was typed is
 * in it, not even the name: otherwise the form would carry anybody's words to anybody.
 */
export function contactAcknowledgementMail(contactAddress: string): MailContent {
  return {
    subject: "We have received your message",
    replyTo: { name: SITE.name, address: contactAddress },
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `Thank you for writing to ${SITE.name}. Your message has arrived, and we will answer it at this address.`,
      },
      {
        kind: "rows",
        rows: [
          ["Response time", SITE.responseTime],
          ["Office hours", SITE.officeHours],
        ],
      },
      {
        kind: "text",
        text: "If you did not write to us, someone gave your address, perhaps by mistake. You do not need to do anything.",
      },
    ],
  };
}
