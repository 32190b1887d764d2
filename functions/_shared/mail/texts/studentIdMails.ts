import { z } from "zod";
import { COURSE } from "../../../../src/domain/course/course.ts";
import { orderNumber } from "../../../../src/domain/ids.ts";
import { mailPaths } from "../../../../src/domain/mailPaths.ts";
import { staffPaths } from "../../../../src/domain/paths.ts";
import { INSTALLMENT_MONTHS } from "../../../../src/domain/sales/plans.ts";
import { REFUSAL_REASONS, refusalReasonSchema } from "../../../../src/domain/sales/studentIdDecision.ts";
import { type Admin, DatabaseError } from "../../database.ts";
import { findOrder, type Order } from "../../orders/order.ts";
import { findPayments } from "../../payments/plan/instalments.ts";
import { formatDate, formatTime } from "../formatDate.ts";
import { type Block, button, type MailContent, rows } from "../layout.ts";
import { type KeyLink, newKey, nothing, orderMail, type Places, type Sending } from "../mailKind.ts";

const refusedData = z.object({ student_id: z.uuid(), reason: refusalReasonSchema });
type Refused = z.infer<typeof refusedData>;

export const studentIdMails = {
  student_order: orderMail({
    to: "staff",
    data: nothing,
    load: async (order, _data, { admin }) => {
      const file = await findStudentId(admin, order.id);
      return file ? { order, file } : "obsolete";
    },
    write: studentOrderMail,
  }),
  /** Sent when staff refuse a student ID. What staff noted for themselves is not in it. */
  student_id_refused: orderMail({ data: refusedData, load: loadRefusal, write: refusedMail }),
  /** Sent when the 14 days after a refusal are over. */
  student_id_paused: orderMail({
    data: refusedData,
    load: (order, data, sending) =>
      order.status === "id_refused" ? loadRefusal(order, data, sending) : "obsolete",
    write: pausedMail,
  }),
  /** Sent when staff approve an ID after they had refused an earlier one. */
  student_id_accepted: orderMail({
    data: nothing,
    load: async (order, _data, { admin }) => ({
      // Otherwise the emails about the plan say whether there is access.
      hasAccess: order.status === "paid" && !(await owesPayment(admin, order)),
    }),
    write: acceptedMail,
  }),
};

/** Obsolete if the order's address was corrected meanwhile. */
async function loadRefusal({ id }: Order, { student_id, reason }: Refused, { admin, recipient }: Sending) {
  const args = (hash: string) => ({ p_student_id: student_id, p_key_hash: hash });
  const made = await newKey(admin, "add_student_id_key", args);
  // After the key: a correction before it shows here, and a later one ends the key.
  const order = await findOrder(admin, { id });
  return made !== "obsolete" && order?.email === recipient ? { ...made, reason } : "obsolete";
}

/** True for a plan that owes a payment. After an approval its order is `paid` until the plan is checked. */
async function owesPayment(admin: Admin, order: Order): Promise<boolean> {
  if (order.plan !== "installment") return false;
  const payments = await findPayments(admin, order.id);
  const paid = payments.filter((each) => each.paid_at !== null);
  const hasFailed = payments.some((each) => each.paid_at === null && each.failed_at !== null);
  return hasFailed || (order.plan_ended_at !== null && paid.length < INSTALLMENT_MONTHS);
}

type Refusal = KeyLink & Pick<Refused, "reason">;

/** In the URL's fragment, so that no server receives the key. Only the buttons on the page change anything. */
function options({ key }: Refusal, { siteUrl }: Places): Block[] {
  return [
    "You have three options:\n1. Send another student ID.\n2. Pay the difference: enrol at the price that applies to you, and we refund the student price.\n3. Get a full refund. Your access then ends.",
    button("Choose an option", `${siteUrl}${mailPaths.studentId()}#${key}`),
  ];
}

function refusedMail(refusal: Refusal, places: Places): MailContent {
  return {
    subject: "We could not accept your student ID",
    blocks: [
      `A person has looked at the student ID that you sent for ${COURSE.title}, and we could not accept it. ${REFUSAL_REASONS[refusal.reason]} The file has been deleted.`,
      ...options(refusal, places),
      `Your access continues until ${formatDate(refusal.until)}. If you have not chosen by then, the lessons are paused until you do. Your progress and everything you have written are kept.`,
      "If you think that this is a mistake, please reply to this email.",
    ],
  };
}

function pausedMail(refusal: Refusal, places: Places): MailContent {
  return {
    subject: `Your access to ${COURSE.title} is paused`,
    blocks: [
      `Two weeks ago we could not accept your student ID. ${REFUSAL_REASONS[refusal.reason]} Your access to the lessons is now paused. Your progress, your answers and your certificate, if you have one, are kept.`,
      ...options(refusal, places),
      "If you think that this is a mistake, please reply to this email.",
    ],
  };
}

function acceptedMail({ hasAccess }: { hasAccess: boolean }): MailContent {
  const access = `You have access to ${COURSE.title}, and everything is where you left it. `;
  return {
    subject: "Your student ID has been accepted",
    blocks: [`We have accepted your new student ID. ${hasAccess ? access : ""}The file has been deleted.`],
  };
}

const MAX_CLAIM_CHARACTERS = 100;

const studentIdSchema = z.object({ id: z.uuid(), university: z.string(), uploaded_at: z.string() });
/** A row of `student_ids`. */
type StudentId = z.infer<typeof studentIdSchema>;

/** The student ID of an order, or undefined once staff have decided about it. */
async function findStudentId(admin: Admin, orderId: string): Promise<StudentId | undefined> {
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
function studentOrderMail(
  { order, file }: { order: Pick<Order, "id" | "paid_at" | "created_at">; file: StudentId },
  { siteUrl }: Places,
): MailContent {
  return {
    subject: `Check a student ID: order ${orderNumber(order.id)}`,
    blocks: [
      "A student ID is waiting. Please check that it is from the institution named below and still valid, and that the name on it is the buyer's. Then approve or refuse it in the staff console.",
      button("Open the student ID", `${siteUrl}${staffPaths.one("student-ids", file.id)}`),
      rows(
        ["Order", orderNumber(order.id)],
        ["Paid on", formatTime(order.paid_at ?? order.created_at)],
        ["Uploaded on", formatTime(file.uploaded_at)],
      ),
      "If nobody decides, the file is deleted 90 days after it was uploaded, and the student price stays.",
      // Last, so that nothing in it can pass for our own text.
      rows(["University (as entered)", shorten(file.university), "name"]),
    ],
  };
}

function shorten(text: string): string {
  const characters = [...text];
  if (characters.length <= MAX_CLAIM_CHARACTERS) return text;
  return `${characters.slice(0, MAX_CLAIM_CHARACTERS).join("")}…`;
}
