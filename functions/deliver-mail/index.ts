import { serveJob } from "../_shared/http/serveJob.ts";
import { deliverDueMails } from "../_shared/mail/deliver.ts";

/**
 * POST, for timers that hold the secret key (`apikey` header): sends the emails that are due. Returns how many were
 * `sent`, `skipped`, put back (`queued`) or given up (`failed`).
 */
export default serveJob("deliver-mail", (call) => deliverDueMails(call));
