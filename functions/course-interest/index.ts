import { z } from "zod";
import { type interestReplySchema, interestSchema } from "../../src/domain/sales/interests.ts";
import { runInBackground } from "../_shared/background.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { enforceDailyCap, enforceRateLimit } from "../_shared/http/rateLimit.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { serveFunction } from "../_shared/http/serve.ts";
import { startMailDelivery } from "../_shared/mail/startDelivery.ts";

/** Each of these can send an email to any address. A school may share one network address. */
const PER_HOUR = { requests: 30, windowSeconds: 3600 };
const PER_DAY = { person: 0, address: 100 };

/**
 * POST, by anyone: asks for an email when a course opens, or answers the email that confirms this
 * (src/domain/sales/interests.ts). Returns `{ success: true }` without waiting for the email: neither the response nor
 * its timing reveals whether the address is known.
 */
export default serveFunction(
  { name: "course-interest", method: "POST", rateLimit: { requests: 100, windowSeconds: 60 } },
  async (call): Promise<z.input<typeof interestReplySchema>> => {
    const asked = await readJson(call.request, interestSchema);
    if ("key" in asked) {
      const args = { p_key: asked.key, p_is_wanted: asked.isWanted };
      if (!(await callDatabase(call.admin, "answer_course_interest", args, z.boolean())))
        throw new Refusal(404, "not_found", "This link no longer works.");
      return { success: true };
    }
    await enforceRateLimit(call, "course interest", PER_HOUR);
    await enforceDailyCap(call, "course interest", null, PER_DAY);
    const args = { p_email: asked.email, p_course: asked.courseId };
    await callDatabase(call.admin, "ask_course_interest", args, z.null());
    runInBackground(startMailDelivery(call));
    return { success: true };
  },
);
