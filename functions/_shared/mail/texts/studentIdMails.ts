import { z } from "zod";
import { COURSE } from "../../../../src/domain/course/course.ts";
import { mailPaths } from "../../../../src/domain/mailPaths.ts";
import { staffPaths } from "../../../../src/domain/paths.ts";
import { REFUSAL_REASONS, refusalReasonSchema } from "../../../../src/domain/sales/studentIdDecision.ts";
import { type Admin, DatabaseError } from "../../database.ts";
import type { Order } from "../../orders/order.ts";
import { formatDate, formatTime } from "../formatDate.ts";
import type { Block, MailContent } from "../layout.ts";

export const studentIdRefusedData = z.object({ student_id: z.uuid(), reason: refusalReasonSchema });

type Details = {
  siteUrl: string;
  reason: z.infer<typeof refusalReasonSchema>;
  until: string;
  key: string;
};

/** In the URL's fragment, so that no server receives the key. Only the buttons on the page change anything. */
function options({ siteUrl, key }: Details): Block[] {
  return [
    {
      kind: "text",
      text: "You have three options:\n1. Send another student ID.\n2. Pay the difference: enrol at the price that applies to you, and we refund the student price.\n3. Get a full refund. Your access then ends.",
    },
    { kind: "link", label: "Choose an option", url: `${siteUrl}${mailPaths.studentId()}#${key}` },
  ];
}

/** Sent when staff refuse a student ID. What staff noted for themselves is not in it. */
export function studentIdRefusedMail(details: Details): MailContent {
  return {
    subject: "We could not accept your student ID",
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `A person has looked at the student ID that you sent for ${COURSE.title}, and we could not accept it. ${REFUSAL_REASONS[details.reason]} The file has been deleted.`,
      },
      ...options(details),
      {
        kind: "text",
        text: `Your access continues until ${formatDate(details.until)}. If you have not chosen by then, the lessons are paused until you do. Your progress and everything you have written are kept.`,
      },
      { kind: "text", text: "If you think that this is a mistake, please reply to this email." },
    ],
  };
}

/** Sent when the 14 days after a refusal are over. */
export function studentIdPausedMail(details: Details): MailContent {
  return {
    subject: `Your access to ${COURSE.title} is paused`,
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `Two weeks ago we could not accept your student ID. ${REFUSAL_REASONS[details.reason]} Your access to the lessons is now paused. Your progress, your answers and your certificate, if you have one, are kept.`,
      },
      ...options(details),
      { kind: "text", text: "If you think that this is a mistake, please reply to this email." },
    ],
  };
}

/** Sent when staff approve an ID after they had refused an earlier one. */
export function studentIdAcceptedMail({ hasAccess }: { hasAccess: boolean }): MailContent {
  // Otherwise the emails about the plan say whether there is access.
  const access = `You have access to ${COURSE.title}, and everything is where you left it. `;
  return {
    subject: "Your student ID has been accepted",
    blocks: [
      { kind: "text", text: "Hello," },
      {
        kind: "text",
        text: `We have accepted your new student ID. ${hasAccess ? access : ""}The file has been deleted.`,
      },
    ],
  };
}

const MAX_CLAIM_CHARACTERS = 100;

const studentIdSchema = z.object({ id: z.uuid(), university: z.string(), uploaded_at: z.string() });
/** A row of `student_ids`. */
type StudentId = z.infer<typeof studentIdSchema>;

/** The student ID of an order, or undefined once staff have decided about it. */
export async function findStudentId(admin: Admin, orderId: string): Promise<StudentId | undefined> {
  const { data, error } = await admin
    .from("student_ids")
    .select("id, university, uploaded_at")
    .match({ order_id: orderId })
    .is("reviewed_at", null)
    .maybeSingle();
  if (error) throw new DatabaseError("student_ids", error);
  return data === null ? undefined : studentIdSchema.parse(data);
}

/** Sent to staff: what the buyer claims, and where to check it. Never contains the file itself. */
export function studentOrderMail(siteUrl: string, order: Order, file: StudentId): MailContent {
  return {
    subject: `Check a student ID: order ${order.id}`,
    blocks: [
      {
        kind: "text",
        text: "A student ID is waiting. Please check that it is from the institution named below and still valid, and that the name on it is the buyer's. Then approve or refuse it in the staff console:",
      },
      {
        kind: "link",
        label: "Open the student ID",
        url: `${siteUrl}${staffPaths.one("student-ids", file.id)}`,
      },
      {
        kind: "rows",
        rows: [
          ["Order", order.id],
          ["Paid on", formatTime(order.paid_at ?? order.created_at)],
          ["Uploaded on", formatTime(file.uploaded_at)],
        ],
      },
      {
        kind: "text",
        text: "If nobody decides, the file is deleted 90 days after it was uploaded, and the student price stays.",
      },
      // Last, so that nothing in it can pass for our own text.
      { kind: "rows", rows: [["University (as entered)", shorten(file.university)]] },
    ],
  };
}

function shorten(text: string): string {
  const characters = [...text];
  if (characters.length <= MAX_CLAIM_CHARACTERS) return text;
  return `${characters.slice(0, MAX_CLAIM_CHARACTERS).join("")}…`;
}
