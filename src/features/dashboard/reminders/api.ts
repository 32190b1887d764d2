import {
  type PushDevice,
  type ReminderChannel,
  type Reminders,
  remindersReplySchema,
} from "../../../domain/study/reminders.ts";
import { offsetZone } from "../../../domain/study/timeZones.ts";
import { currentPush } from "../../../platform/device/push.ts";
import { pushDevice } from "../../../platform/device/pushDevice.ts";
import { type CallResult, callFunction } from "../../../platform/functions.ts";

export type ReminderChange = {
  channel: ReminderChannel;
  /** Local time, in minutes after midnight. */
  minute: number;
  timeZone: string;
  planStart: string | null;
};

/** The settings in the account, and whether this browser shows notifications. */
export async function readReminders(): Promise<CallResult<Reminders>> {
  const here = await currentPush();
  const device = here ? { device: pushDevice(here) } : {};
  return callFunction("set-reminders", device, remindersReplySchema);
}

/** `device` is the browser that is to show the notifications, if it does not yet. */
export function saveReminders(change: ReminderChange, device?: PushDevice): Promise<CallResult<Reminders>> {
  const offset = offsetZone(Date.now());
  return callFunction(
    "set-reminders",
    { change: { ...change, offset }, ...(device ? { device } : {}) },
    remindersReplySchema,
  );
}
