import { z } from "zod";
import {
  type answerStudentIdReplySchema,
  answerStudentIdSchema,
  refusalReasonSchema,
} from "../../src/domain/sales/studentIdDecision.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { refundRefusedOrders } from "../_shared/payments/refundRefusedOrders.ts";
import { sha256Hex } from "../_shared/random.ts";

const openSchema = z
  .object({
    reason: refusalReasonSchema,
    until: z.string(),
    choice: z.enum(["another", "difference", "refund"]).nullable(),
    university: z.string(),
    is_paused: z.boolean(),
  })
  .nullable();
const chosenSchema = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.enum(["chosen", "chosen_before"]), order_id: z.uuid() }),
  z.object({ outcome: z.enum(["gone", "student_id_invalid", "disputed"]) }),
]);

type Reply = z.input<typeof answerStudentIdReplySchema>;

/**
 * POST `{ key, choice?, studentIdRef? }` with the key of the emailed link: what a learner whose student ID was refused
 * can choose, and the choice. A refund goes through the payment provider immediately; reconcile-payments repeats one
 * that failed.
 */
export default serveFunction(
  { name: "answer-student-id", method: "POST", rateLimit: { requests: 30, windowSeconds: 60 } },
  async (call): Promise<Reply> => {
    const { key, choice, studentIdRef } = await readJson(call.request, answerStudentIdSchema);
    const keyHash = await sha256Hex(key);
    if (choice === undefined) return stateOf(call, keyHash);
    const result = await callDatabase(
      call.admin,
      "choose_after_refusal",
      { p_key_hash: keyHash, p_choice: choice, p_ref_hash: await sha256Hex(studentIdRef ?? "") },
      chosenSchema,
    );
    switch (result.outcome) {
      case "gone":
        throw gone();
      case "student_id_invalid":
        throw new Refusal(400, "student_id_invalid", "Please upload your student ID again.");
      case "disputed":
        throw new Refusal(
          409,
          "payment_disputed",
          "Your bank is looking into this payment, so it cannot be refunded before your bank has decided.",
        );
      case "chosen":
        call.log.info("student_id_answered", { choice });
        if (choice === "refund") await refundRefusedOrders(call, result.order_id);
        await startMailDelivery(call);
        return choice === "refund" ? { choice, refusal: null } : stateOf(call, keyHash);
      case "chosen_before":
        return stateOf(call, keyHash);
    }
  },
);

const gone = () =>
  new Refusal(404, "not_found", "There is nothing left to choose. The link in your newest email may work.");

async function stateOf(call: Call, keyHash: string): Promise<Reply> {
  const state = await callDatabase(call.admin, "student_id_choice", { p_key_hash: keyHash }, openSchema);
  if (!state) throw gone();
  const { reason, until, choice, university, is_paused: isPaused } = state;
  return { choice, refusal: { reason, until, university, isPaused } };
}
