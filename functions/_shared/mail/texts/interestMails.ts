import { z } from "zod";
import { mailPaths } from "../../../../src/domain/mailPaths.ts";
import { paths } from "../../../../src/domain/paths.ts";
import { courseTitle } from "../../../../src/domain/sales/catalogue.ts";
import { callDatabase } from "../../database.ts";
import { button, type MailContent } from "../layout.ts";
import { dataMail, mail, type Places } from "../mailKind.ts";

/** Emails to people who want to know when a course opens (docs/decisions/0088). */
export const interestMails = {
  course_interest: mail({
    row: z.object({ data: z.object({ key: z.uuid() }) }),
    load: async ({ data: { key } }, { admin }) => {
      const course = await callDatabase(admin, "unconfirmed_interest", { p_key: key }, z.string().nullable());
      return course === null ? "obsolete" : { key, course };
    },
    write: interestMail,
  }),
  course_open: dataMail(z.object({ course_id: z.string() }), courseOpenMail),
};

/**
 * Sent to an address that anyone may have entered: asks its owner. The key is in the URL's fragment, so no server receives
 * it, and only the button on the page confirms.
 */
function interestMail(asked: { key: string; course: string }, { siteUrl }: Places): MailContent {
  const title = courseTitle(asked.course);
  return {
    subject: `Tell you when ${title} opens?`,
    blocks: [
      `This address was entered on our site, to be told when the course ${title} opens. If you want that, please confirm:`,
      button(
        "Confirm my address",
        `${siteUrl}${mailPaths.courseInterest()}#${new URLSearchParams(asked).toString()}`,
      ),
      "We then write to you once, when the course opens, and delete your address from the list. You can also delete it earlier, with the same link.",
      "If you do not want this, you do not need to do anything: without your confirmation we send nothing more, and delete the address after 14 days.",
    ],
  };
}

/** Sent once to everyone who has confirmed. Their addresses are off the list by then. */
function courseOpenMail({ course_id: id }: { course_id: string }, { siteUrl }: Places): MailContent {
  const title = courseTitle(id);
  return {
    subject: `${title} is open`,
    blocks: [
      `You asked us to tell you when the course ${title} opens. It is open for enrolment now.`,
      button("See the course", `${siteUrl}${paths.catalogue()}`),
      "This is the only email about it. We have deleted your address from the list, so there is nothing to unsubscribe from.",
    ],
  };
}
