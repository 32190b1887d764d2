import { z } from "zod";
import { COURSE } from "../../../../src/domain/course/course.ts";
import { paths } from "../../../../src/domain/paths.ts";
import { TIER_PLANS } from "../../../../src/domain/sales/plans.ts";
import { type Admin, callDatabase } from "../../database.ts";
import type { Order } from "../../orders/order.ts";
import type { MailContent } from "../layout.ts";

/** False if the buyer completed a purchase while the reminder was queued. */
export async function isStillLeft(admin: Admin, order: Order): Promise<boolean> {
  const args = { p_email: order.email, p_user: order.user_id };
  return !(await callDatabase(admin, "has_purchased", args, z.boolean()));
}

/** Sent to a buyer who agreed to one reminder and left the payment page without paying. */
export function reminderMail(details: { siteUrl: string; order: Order }): MailContent {
  const { order, siteUrl } = details;
  return {
    subject: `Finish enrolling on ${COURSE.title}`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `You started enrolling on ${COURSE.title} (${TIER_PLANS[order.tier].label}) and asked us to remind you. Nothing has been charged. If you would like to continue, this link takes you back to the form:`,
      },
      {
        kind: "link",
        label: "Continue enrolling",
        url: `${siteUrl}${paths.checkout(order.tier, order.plan)}`,
      },
      {
        kind: "text",
        text: "This is the only reminder. If you have changed your mind, you do not need to do anything.",
      },
    ],
  };
}
