import { z } from "zod";
import {
  type Reminders,
  remindersReplySchema,
  setRemindersRequestSchema,
} from "../../src/domain/study/reminders.ts";
import { isTimeZone } from "../../src/domain/study/timeZones.ts";
import { callDatabase } from "../_shared/database.ts";
import { readJson } from "../_shared/http/body.ts";
import { requireUser } from "../_shared/http/caller.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { requirePushDevice, vapidKeys } from "../_shared/reminders/push.ts";
import { nextReminderAt } from "../_shared/reminders/reminderTime.ts";

const { channel, minute, timeZone, planStart, devices } = remindersReplySchema.shape;
const storedSchema = z.object({
  ...{ channel, minute, devices, time_zone: timeZone, plan_start: planStart },
  ...{ is_this_device: z.boolean(), is_address_proven: z.boolean() },
});
type Body = z.output<typeof setRemindersRequestSchema>;

/**
 * POST, authenticated: returns how the learner is reminded of the study plan, after making the `change`, if any
 * (src/domain/study/reminders.ts).
 */
export default serveFunction(
  { name: "set-reminders", method: "POST", rateLimit: { requests: 30, windowSeconds: 60 } },
  async (call): Promise<Reminders> => {
    const { id } = await requireUser(call);
    const body = await readJson(call.request, setRemindersRequestSchema);
    const before = await read(call, id, body);
    if (!body.change) return before;
    await requirePossible(call, body, before);
    const { channel, minute, planStart } = body.change;
    const timeZone = zoneOf(body.change);
    const nextAt = channel === "none" ? null : nextReminderAt(timeZone, minute, Date.now());
    await callDatabase(
      call.admin,
      "save_reminders",
      {
        p_user: id,
        p_settings: {
          ...{ channel, minute, time_zone: timeZone, plan_start: planStart },
          next_at: nextAt === null ? null : new Date(nextAt).toISOString(),
        },
        p_device: body.device ? { endpoint: body.device.endpoint, ...body.device.keys } : null,
      },
      z.null(),
    );
    call.log.info("reminders_changed", { channel });
    return read(call, id, body);
  },
);

async function read({ admin, env }: Call, userId: string, { device }: Body): Promise<Reminders> {
  const args = { p_user: userId, p_endpoint: device?.endpoint ?? null };
  const stored = await callDatabase(admin, "my_reminders", args, storedSchema);
  return {
    channel: stored.channel,
    minute: stored.minute,
    timeZone: stored.time_zone,
    planStart: stored.plan_start,
    devices: stored.devices,
    isThisDevice: stored.is_this_device,
    isAddressProven: stored.is_address_proven,
    publicKey: vapidKeys(env)?.publicKey ?? null,
  };
}

/** Throws a Refusal for a change that could not remind anyone. */
async function requirePossible({ env }: Call, { change, device }: Body, before: Reminders): Promise<void> {
  if (!change) return;
  // Postgres has no year 0.
  if (change.planStart !== null && change.planStart < "0001") {
    throw new Refusal(400, "bad_request", "This date is impossible.");
  }
  if (change.channel === "email" && !before.isAddressProven) {
    throw new Refusal(403, "address_unproven", "Please confirm your email address first.");
  }
  if (change.channel !== "push") return;
  if (!vapidKeys(env)) throw new Refusal(400, "bad_request", "This academy sends no notifications.");
  if (device) return requirePushDevice(device);
  if (before.devices === 0)
    throw new Refusal(400, "bad_request", "Turn notifications on in a browser first.");
}

/** A browser may be newer than this server and name a time zone that the server's list lacks. */
function zoneOf({ timeZone, offset }: NonNullable<Body["change"]>): string {
  const zone = [timeZone, offset].find((each) => each !== undefined && isTimeZone(each));
  if (zone === undefined) throw new Refusal(400, "bad_request", "This time zone is unknown.");
  return zone;
}
