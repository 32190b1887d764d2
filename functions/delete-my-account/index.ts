import { z } from "zod";
import { type deleteReplySchema, deleteRequestSchema, isConfirmedBy } from "../../src/domain/privacy.ts";
import { markDeletion } from "../_shared/accounts/markDeletion.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { requireUser } from "../_shared/http/caller.ts";
import { enforceLimitOn } from "../_shared/http/rateLimit.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { serveFunction } from "../_shared/http/serve.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";

/** Per person: every request sends an email if the previous deletion was undone. */
const PERSON_LIMIT = { requests: 10, windowSeconds: 3600 };

/**
 * POST `{ confirmation, keepCertificate }`, for a signed-in user who has typed their email address: schedules the
 * account for deletion in seven days and emails how to undo it. Returns `{ dueAt }`; a repeated request does not
 * restart the seven days.
 */
export default serveFunction(
  { name: "delete-my-account", method: "POST", rateLimit: { requests: 30, windowSeconds: 60 } },
  async (call): Promise<z.input<typeof deleteReplySchema>> => {
    const { confirmation, keepCertificate } = await readJson(call.request, deleteRequestSchema);
    const user = await requireUser(call);
    await enforceLimitOn(call.admin, `delete-my-account ${user.id}`, PERSON_LIMIT);
    if (!isConfirmedBy(confirmation, user.email ?? "")) {
      throw new Refusal(400, "bad_request", "This is not the email address of your account.");
    }
    const dueAt = await callDatabase(
      call.admin,
      "request_deletion",
      { p_user: user.id, p_keeps_certificate: keepCertificate },
      z.string(),
    );
    await markDeletion(call, user.id, dueAt);
    call.log.info("deletion_requested");
    await startMailDelivery(call);
    return { dueAt };
  },
);
