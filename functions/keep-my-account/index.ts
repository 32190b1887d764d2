import { z } from "zod";
import { type keepReplySchema, keepRequestSchema } from "../../src/domain/privacy.ts";
import { markDeletion } from "../_shared/accounts/markDeletion.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { requireUser } from "../_shared/http/caller.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { serveFunction } from "../_shared/http/serve.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { sha256Hex } from "../_shared/random.ts";

/**
 * POST `{ key }` with the key of the emailed link, or `{}` as the signed-in user: cancels the deletion of the account.
 * Returns `{ kept: true }`. A key works once; 404 when there is nothing left to undo.
 */
export default serveFunction(
  { name: "keep-my-account", method: "POST", rateLimit: { requests: 30, windowSeconds: 60 } },
  async (call): Promise<z.input<typeof keepReplySchema>> => {
    const { key } = await readJson(call.request, keepRequestSchema);
    const user = key === undefined ? await requireUser(call) : null;
    const kept = await callDatabase(
      call.admin,
      "keep_account",
      { p_user: user?.id ?? null, p_link_hash: key === undefined ? null : await sha256Hex(key) },
      z.uuid().nullable(),
    );
    // Also for a user whose first attempt was interrupted between the two steps.
    if (kept ?? user?.app_metadata.deletion_due_at) await markDeletion(call, kept ?? user?.id ?? "", null);
    if (!kept) throw new Refusal(404, "not_found", "There is no deletion to undo.");
    call.log.info("deletion_undone");
    await startMailDelivery(call);
    return { kept: true };
  },
);
