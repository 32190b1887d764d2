import { z } from "zod";
import { type requestLinkReplySchema, requestLinkSchema } from "../../src/domain/address.ts";
import { runInBackground } from "../_shared/background.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { requireUser } from "../_shared/http/caller.ts";
import { serveFunction } from "../_shared/http/serve.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";

/**
 * POST `{ email }`, or `{}` as the signed-in user: emails a link that verifies the address, if there is anything to
 * verify. Always returns `{ success: true }`, without waiting for the email: neither the response nor its timing
 * reveals whether an order is waiting for the address.
 */
export default serveFunction(
  {
    name: "request-address-link",
    method: "POST",
    rateLimit: { requests: 30, windowSeconds: 600 },
    failureFields: { success: false },
  },
  async (call): Promise<z.input<typeof requestLinkReplySchema>> => {
    const { email } = await readJson(call.request, requestLinkSchema);
    const user = email === undefined ? await requireUser(call) : null;
    const args = { p_email: email ?? null, p_user: user?.id ?? null };
    await callDatabase(call.admin, "request_address_link", args, z.null());
    runInBackground(startMailDelivery(call));
    return { success: true };
  },
);
