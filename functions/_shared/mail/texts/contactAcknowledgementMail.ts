import type { ProviderFacts } from "../../../../src/domain/provider/facts.ts";
import { SITE } from "../../../../src/domain/site.ts";
import type { MailContent } from "../layout.ts";

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
