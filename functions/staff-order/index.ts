import { z } from "zod";
import {
  type StaffOrderRequest,
  type staffOrderReplySchema,
  staffOrderRequestSchema,
} from "../../src/domain/staff/orders.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { requireStaff, type StaffMember } from "../_shared/http/staff.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { correctEmail } from "./correctEmail.ts";
import { endAccess, restoreAccess } from "./endAccess.ts";
import { finishRefund, refund } from "./refund.ts";
import { refusalFor } from "./refusals.ts";

/**
 * POST `{ action, orderId, … }`, for staff: sends the sign-in details again, corrects the email address, refunds an
 * order in full or in part, or ends or restores its access. Each action can be repeated without a second effect.
 * Returns `{ success: true }`.
 */
export default {
  fetch: serveFunction(
    { name: "staff-order", method: "POST", rateLimit: { requests: 300, windowSeconds: 600 } },
    async (call): Promise<z.input<typeof staffOrderReplySchema>> => {
      const member = await requireStaff(call);
      const request = await readJson(call.request, staffOrderRequestSchema);
      await act(call, member, request);
      call.log.info("staff_order", { action: request.action, order: request.orderId, actor: member.userId });
      return { success: true };
    },
  ),
};

function act(call: Call, member: StaffMember, request: StaffOrderRequest): Promise<void> {
  switch (request.action) {
    case "resend":
      return resend(call, member, request.orderId);
    case "correct_email":
      return correctEmail(call, member, request);
    case "refund":
      return refund(call, member, request);
    case "finish_refund":
      return finishRefund(call, member, request);
    case "end_access":
      return endAccess(call, member, request);
    case "restore_access":
      return restoreAccess(call, member, request);
  }
}

async function resend(call: Call, member: StaffMember, orderId: string): Promise<void> {
  const args = { p_actor: member.userId, p_order: orderId };
  const outcome = await callDatabase(call.admin, "staff_resend_credentials", args, z.string());
  if (outcome !== "sent" && outcome !== "sent_before") throw refusalFor(outcome);
  await startMailDelivery(call);
}
