import { z } from "zod";
import { CERTIFICATE_NAMES } from "../../../../src/domain/certificate/certificate.ts";
import { COURSE } from "../../../../src/domain/course/course.ts";
import { REVOCATION_CAUSES, revocationCauseSchema } from "../../../../src/domain/staff/causes.ts";
import type { MailContent } from "../layout.ts";

export const certificateWithdrawnData = z.object({
  kind: z.enum(["completion", "capstone"]),
  cause: revocationCauseSchema,
});

/** Sent when staff revoke a certificate. It does not contain the note for staff. */
export function certificateWithdrawnMail(data: z.infer<typeof certificateWithdrawnData>): MailContent {
  const name = CERTIFICATE_NAMES[data.kind];
  return {
    subject: `Your ${name} for ${COURSE.title} has been revoked`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `We have revoked your ${name} for ${COURSE.title}. ${REVOCATION_CAUSES[data.cause]}`,
      },
      {
        kind: "text",
        text: "Its public page now says that it is not valid and no longer shows your name. Please do not use it any more, and remove it from your profiles. A copy that you have saved no longer passes the check.",
      },
      {
        kind: "text",
        text: "Your access to the course, your progress and everything you have written do not change.",
      },
      {
        kind: "text",
        text: "If you disagree, please reply to this email and say why. A person will review the decision and answer you.",
      },
    ],
  };
}
