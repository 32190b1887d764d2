import { z } from "zod";
import { staffPaths } from "../../../../src/domain/staffPaths.ts";
import { type Admin, DatabaseError } from "../../database.ts";
import type { Order } from "../../orders/order.ts";
import { formatTime } from "../formatDate.ts";
import type { MailContent } from "../layout.ts";

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
