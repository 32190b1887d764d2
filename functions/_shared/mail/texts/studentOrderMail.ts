import { z } from "zod";
import { type Admin, DatabaseError } from "../../database.ts";
import type { Order } from "../../orders/order.ts";
import { formatTime } from "../formatDate.ts";
import type { MailContent } from "../layout.ts";

const MAX_CLAIM_CHARACTERS = 100;

const studentIdSchema = z.object({ path: z.string(), content_type: z.string(), university: z.string() });
/** A row of `student_ids`. */
type StudentId = z.infer<typeof studentIdSchema>;

/** The student ID of an order, or undefined once it has been deleted. */
export async function findStudentId(admin: Admin, orderId: string): Promise<StudentId | undefined> {
  const { data, error } = await admin
    .from("student_ids")
    .select("path, content_type, university")
    .match({ order_id: orderId })
    .maybeSingle();
  if (error) throw new DatabaseError("student_ids", error);
  return data === null ? undefined : studentIdSchema.parse(data);
}

/**
 * Sent to staff: what the buyer claims, and where the file with the evidence is stored. Never contains the file itself.
 */
export function studentOrderMail(order: Order, file: StudentId): MailContent {
  return {
    subject: `Check a student ID: order ${order.id}`,
    blocks: [
      {
        kind: "text",
        text: "A student order has been paid. Please check that the student ID is from the institution named below, and that the name on it is the buyer's.",
      },
      {
        kind: "rows",
        rows: [
          ["Order", order.id],
          ["Paid on", formatTime(order.paid_at ?? order.created_at)],
          ["File", `bucket student-ids, path ${file.path} (${file.content_type})`],
        ],
      },
      {
        kind: "text",
        text: "Open the file in the database project's storage and look up the buyer's name in the orders table. If the student price does not apply, refund the order in the payment provider's dashboard: this also ends the buyer's access.",
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
