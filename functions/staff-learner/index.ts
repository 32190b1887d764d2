import type { z } from "zod";
import {
  type StaffLearnerRequest,
  type staffLearnerReplySchema,
  staffLearnerRequestSchema,
} from "../../src/domain/staff/learners.ts";
import { readJson } from "../_shared/http/body.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { requireStaff, type StaffMember } from "../_shared/http/staff.ts";
import { confirmRemoval, requestRemoval } from "./removal.ts";
import { sendSignInMail } from "./signInMail.ts";

/**
 * POST `{ action, … }`, for staff: sends a learner the email for choosing a password or for confirming the address, or
 * does one of the two steps that remove a lost second factor. Returns `{ success: true }`.
 */
export default {
  fetch: serveFunction(
    { name: "staff-learner", method: "POST", rateLimit: { requests: 120, windowSeconds: 600 } },
    async (call): Promise<z.input<typeof staffLearnerReplySchema>> => {
      const member = await requireStaff(call);
      const request = await readJson(call.request, staffLearnerRequestSchema);
      await act(call, member, request);
      return { success: true };
    },
  ),
};

function act(call: Call, member: StaffMember, request: StaffLearnerRequest): Promise<void> {
  switch (request.action) {
    case "send_mail":
      return sendSignInMail(call, member, request);
    case "request_removal":
      return requestRemoval(call, member, request);
    case "confirm_removal":
      return confirmRemoval(call, member, request);
  }
}
