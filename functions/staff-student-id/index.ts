import { z } from "zod";
import { type staffStudentIdReplySchema, staffStudentIdSchema } from "../../src/domain/staff/requests.ts";
import { removeStudentIds, STUDENT_ID_BUCKET } from "../_shared/accounts/studentIdFiles.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { requireStaff } from "../_shared/http/staff.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { syncPlan } from "../_shared/payments/plan/syncPlan.ts";

const ADDRESS_SECONDS = 60;
const PDF = "application/pdf";

const fileSchema = z.object({ path: z.string(), content_type: z.string() }).nullable();
const made = {
  decision: z.enum(["approved", "refused"]),
  decided_at: z.string(),
  decided_by: z.string(),
};
const decidedSchema = z.discriminatedUnion("outcome", [
  z.object({
    outcome: z.literal("decided"),
    ...made,
    file: z.object({ id: z.uuid(), path: z.string() }),
    subscription_id: z.string().nullable(),
  }),
  z.object({ outcome: z.literal("decided_before"), ...made }),
  z.object({ outcome: z.enum(["gone", "order_ended"]) }),
]);

type Reply = z.input<typeof staffStudentIdReplySchema>;

/**
 * POST `{ id, action, reason?, note? }`, for staff. `open` returns an address of the file that works for a minute.
 * `approve` and `refuse` decide once and delete the file; a later decision changes nothing and returns the first one.
 */
export default serveFunction(
  { name: "staff-student-id", method: "POST", rateLimit: { requests: 120, windowSeconds: 60 } },
  async (call): Promise<Reply> => {
    const { userId } = await requireStaff(call);
    const { id, action, reason, note } = await readJson(call.request, staffStudentIdSchema);
    if (action === "open") return open(call, userId, id);
    if (action === "refuse" && !reason)
      throw new Refusal(400, "bad_request", "Choose the reason for the refusal.");
    return decide(call, {
      p_actor: userId,
      p_student_id: id,
      p_decision: action === "approve" ? "approved" : "refused",
      p_reason: reason ?? "",
      p_note: note,
    });
  },
);

const gone = () => new Refusal(404, "not_found", "There is no student ID to look at here any more.");

async function open(call: Call, actor: string, id: string): Promise<Reply> {
  const file = await callDatabase(
    call.admin,
    "open_student_id",
    { p_actor: actor, p_student_id: id },
    fileSchema,
  );
  if (!file) throw gone();
  const isPdf = file.content_type === PDF;
  const { data, error } = await call.admin.storage
    .from(STUDENT_ID_BUCKET)
    // A PDF is only ever downloaded, because it can contain more than a picture.
    .createSignedUrl(file.path, ADDRESS_SECONDS, isPdf ? { download: "student-id.pdf" } : {});
  if (error) throw error;
  // Without the origin: functions and browsers may reach the backend by different names.
  const { pathname, search } = new URL(data.signedUrl);
  return { outcome: "opened", path: `${pathname}${search}`, contentType: file.content_type };
}

async function decide(call: Call, args: Record<string, unknown>): Promise<Reply> {
  const result = await callDatabase(call.admin, "decide_student_id", args, decidedSchema);
  switch (result.outcome) {
    case "gone":
      throw gone();
    case "order_ended":
      throw new Refusal(
        409,
        "order_ended",
        "The order was refunded or has ended, so there is nothing to decide.",
      );
    case "decided":
      await removeFile(call, result.file);
      if (result.decision === "approved" && result.subscription_id)
        await checkPlan(call, result.subscription_id);
      await startMailDelivery(call);
  }
  const { outcome, decision, decided_at: decidedAt, decided_by: decidedBy } = result;
  return { outcome, decision, decidedAt, decidedBy };
}

/** The plan may have ended while its state was hidden by the refusal. If this fails, reconcile-payments does it. */
async function checkPlan(call: Call, subscription: string): Promise<void> {
  try {
    await syncPlan(call, subscription);
  } catch (error) {
    call.log.fault("plan_not_checked", error, { subscription });
  }
}

/** The decision is made whatever happens here: apply-retention deletes a file that is left. */
async function removeFile(call: Call, file: { id: string; path: string }): Promise<void> {
  try {
    await removeStudentIds(call, [file]);
  } catch (error) {
    call.log.fault("student_id_not_removed", error, { student_id: file.id });
  }
}
