import { readJson } from "../_shared/http/body.ts";
import { serveFunction } from "../_shared/http/serve.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";
import { enforceMessageLimits, recordMessage } from "./record.ts";
import { contactRequestSchema } from "./request.ts";

/**
 * POST `{ name, email, subject, message }`, for anyone: keeps the message, mails it to the provider and acknowledges it
 * to the sender. Answers `{ success: true }`. Requests that are refused for what is in them count only against the
 * first, wide limit.
 */
export default {
  fetch: serveFunction(
    { name: "send-contact-email", method: "POST", rateLimit: { requests: 100, windowSeconds: 60 } },
    async (call) => {
      const {
        id = crypto.randomUUID(),
        website,
        ...message
      } = await readJson(call.request, contactRequestSchema);
      if (website !== "") {
        // Answered like any other, so that whoever wrote the program learns nothing.
        call.log.info("honeypot");
        return { success: true };
      }
      await enforceMessageLimits(call, message.email);
      if (await recordMessage(call, id, message)) await startMailDelivery(call);
      return { success: true };
    },
  ),
};
