import { z } from "zod";
import { mailPaths } from "../../../../src/domain/mailPaths.ts";
import { paths } from "../../../../src/domain/paths.ts";
import { courseTitle } from "../../../../src/domain/sales/catalogue.ts";
import { type Admin, callDatabase } from "../../database.ts";
import { type MailContent, text } from "../layout.ts";

export const interestData = z.object({ key: z.uuid() });
export const courseOpenData = z.object({ course_id: z.string() });

/**
 * Sent to an address that anyone may have entered: asks its owner. The key is in the URL's fragment, so no server receives
 * it, and only the button on the page confirms.
 */
export async function interestMail(
  admin: Admin,
  siteUrl: string,
  { key }: z.infer<typeof interestData>,
): Promise<MailContent | "obsolete"> {
  const course = await callDatabase(admin, "unconfirmed_interest", { p_key: key }, z.string().nullable());
  if (course === null) return "obsolete";
  const title = courseTitle(course);
  const url = `${siteUrl}${mailPaths.courseInterest()}#${new URLSearchParams({ key, course })}`;
  return {
    subject: `Tell you when ${title} opens?`,
    blocks: [
      text("Hello,"),
      text(
        `This address was entered on our site, to be told when the course ${title} opens. If you want that, please confirm:`,
      ),
      { kind: "link", label: "Confirm my address", url },
      text(
        "We then write to you once, when the course opens, and delete your address from the list. You can also delete it earlier, with the same link.",
      ),
      text(
        "If you do not want this, you do not need to do anything: without your confirmation we send nothing more, and delete the address after 14 days.",
      ),
    ],
  };
}

/** Sent once to everyone who has confirmed. Their addresses are off the list by then. */
export function courseOpenMail(siteUrl: string, { course_id }: z.infer<typeof courseOpenData>): MailContent {
  const title = courseTitle(course_id);
  return {
    subject: `${title} is open`,
    blocks: [
      text("Hello,"),
      text(`You asked us to tell you when the course ${title} opens. It is open for enrolment now.`),
      { kind: "link", label: "See the course", url: `${siteUrl}${paths.catalogue()}` },
      text(
        "This is the only email about it. We have deleted your address from the list, so there is nothing to unsubscribe from.",
      ),
    ],
  };
}
