import { z } from "zod";
import { mailPaths } from "../../src/domain/mailPaths.ts";
import {
  type stopRemindersReplySchema,
  stopRemindersRequestSchema,
} from "../../src/domain/study/reminders.ts";
import { callDatabase } from "../_shared/database.ts";
import { functionsEnv } from "../_shared/env.ts";
import { readJson } from "../_shared/http/body.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { requirePushDevice } from "../_shared/reminders/push.ts";

const stopping = serveFunction(
  { name: "stop-reminders", method: "POST", rateLimit: { requests: 30, windowSeconds: 60 } },
  async (call): Promise<z.input<typeof stopRemindersReplySchema>> => {
    if (!(await stop(call))) throw new Refusal(404, "not_found", "There are no reminders to turn off.");
    return { stopped: true };
  },
);

/**
 * POST, by anyone who knows a key or the address of a device: turns reminders off (src/domain/study/reminders.ts). Also
 * the address in the List-Unsubscribe header of the emails: mail programs POST to it with the key in the URL (RFC 8058),
 * and those that open it instead (GET) are sent to the page with a button.
 */
export default {
  async fetch(request: Request): Promise<Response> {
    const key = keyIn(request);
    if (request.method !== "GET" || !key) return stopping.fetch(request);
    const location = `${functionsEnv().SITE_URL}${mailPaths.reminder()}#key=${key}`;
    return new Response(null, { status: 303, headers: { location, "cache-control": "no-store" } });
  },
};

function keyIn({ url }: Request): string | undefined {
  return z.uuid().safeParse(new URL(url).searchParams.get("key")).data;
}

async function stop({ request, admin }: Call): Promise<boolean> {
  const inUrl = keyIn(request);
  const body = inUrl ? { key: inUrl } : await readJson(request, stopRemindersRequestSchema);
  if ("key" in body) return callDatabase(admin, "stop_reminder_mails", { p_key: body.key }, z.boolean());
  const { endpoint, replacement } = body;
  if (replacement) await requirePushDevice(replacement);
  const args = {
    p_endpoint: endpoint,
    p_replacement: replacement ? { endpoint: replacement.endpoint, ...replacement.keys } : null,
  };
  return callDatabase(admin, "change_push_device", args, z.boolean());
}
