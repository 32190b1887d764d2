import * as z from "zod/mini";

/** How the learner is reminded. `none` includes learners who use the calendar file. */
const REMINDER_CHANNELS = ["none", "push", "email"] as const;
export type ReminderChannel = (typeof REMINDER_CHANNELS)[number];

const endpoint = z.url({ protocol: /^https$/ }).check(z.maxLength(1000));

/** The part of a browser's push subscription (`PushSubscription.toJSON()`) that sending needs. Keys are base64url. */
const pushDeviceSchema = z.object({
  endpoint,
  keys: z.object({
    p256dh: z.string().check(z.regex(/^[\w-]{87}$/)),
    auth: z.string().check(z.regex(/^[\w-]{22}$/)),
  }),
});
export type PushDevice = z.infer<typeof pushDeviceSchema>;

const reminderSettings = {
  channel: z.enum(REMINDER_CHANNELS),
  /** Local time, in minutes after midnight. */
  minute: z.int().check(z.minimum(0), z.maximum(1439)),
  /** IANA name or offset (timeZones.ts). */
  timeZone: z.string().check(z.minLength(1), z.maxLength(64)),
  /** Day 1 of the plan (YYYY-MM-DD), or null for the first day of study. */
  planStart: z.nullable(z.iso.date()),
};

// ---------------------------------------------------------------- set-reminders

/**
 * POST, authenticated. Without `change` the call only reads. A change to `push` needs the `device` that is to show the
 * notifications, unless another one does already; otherwise `device` only says which device asks. Errors: `unauthorized`,
 * `bad_request` (an unknown time zone, or a device of an unknown vendor), `address_unproven` (email).
 */
export const setRemindersRequestSchema = z.object({
  change: z.optional(
    z.object({
      ...reminderSettings,
      /** The zone's present offset, which is stored if the server does not know the zone's name. */
      offset: z.optional(reminderSettings.timeZone),
    }),
  ),
  device: z.optional(pushDeviceSchema),
});
export const remindersReplySchema = z.object({
  ...reminderSettings,
  minute: z.nullable(reminderSettings.minute),
  timeZone: z.nullable(reminderSettings.timeZone),
  /** How many browsers show notifications, and whether the one that asks is among them. */
  devices: z.int(),
  isThisDevice: z.boolean(),
  /** Emails can be chosen only when true. */
  isAddressProven: z.boolean(),
  /** The key with which browsers subscribe, in base64url. Null: this academy sends no notifications. */
  publicKey: z.nullable(z.string()),
});
export type Reminders = z.infer<typeof remindersReplySchema>;

// ---------------------------------------------------------------- stop-reminders

/**
 * POST, by anyone who knows the key of an email or the address of a device, which is a secret of that device
 * (RFC 8030 §8.3). Turns emails off; or turns notifications off on the device; or, with `replacement`, continues them
 * at the new address that the browser has given the device. `not_found` (404): nothing has that key or address.
 */
export const stopRemindersRequestSchema = z.union([
  z.object({ key: z.uuid() }),
  z.object({ endpoint, replacement: z.optional(pushDeviceSchema) }),
]);
export const stopRemindersReplySchema = z.object({ stopped: z.literal(true) });
