import { z } from "zod";
import { COURSE } from "../../../../src/domain/course/course.ts";
import { paths } from "../../../../src/domain/paths.ts";
import type { Block, MailContent } from "../layout.ts";

export const capstoneReviewedData = z.object({
  user_id: z.uuid(),
  passed: z.boolean(),
  may_hand_in_again: z.boolean(),
});
type Reviewed = Omit<z.infer<typeof capstoneReviewedData>, "user_id">;

/**
 * Sent once for each review. It contains nothing that the learner or the reviewer wrote, because other people may read the
 * mailbox.
 */
export function capstoneReviewedMail(siteUrl: string, reviewed: Reviewed): MailContent {
  return {
    subject: "Your capstone has been reviewed",
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `A reviewer has read the capstone that you handed in for ${COURSE.title}. ${resultText(reviewed)}`,
      },
      { kind: "text", text: "The points for each row of the rubric, and the reviewer's comments, are here:" },
      { kind: "link", label: "Read the review", url: `${siteUrl}${paths.capstone()}` },
      ...(reviewed.passed ? credentialLink(siteUrl) : []),
    ],
  };
}

function credentialLink(siteUrl: string): Block[] {
  return [
    { kind: "text", text: "You can now receive a second credential, which says what was assessed:" },
    { kind: "link", label: "Get your credential", url: `${siteUrl}${paths.certificate()}` },
  ];
}

function resultText({ passed, may_hand_in_again: mayHandInAgain }: Reviewed): string {
  if (passed) return "It has passed.";
  return mayHandInAgain
    ? "It has not passed yet. You can revise it and hand it in once more."
    : "It has not passed.";
}
