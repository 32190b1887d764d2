import { type StaffLearnerRequest, staffLearnerReplySchema } from "../../../domain/staff/learners.ts";
import { callFunction } from "../../../platform/functions.ts";

export const ask = (request: StaffLearnerRequest) =>
  callFunction("staff-learner", request, staffLearnerReplySchema);
