import { mailPaths } from "../../domain/mailPaths.ts";
import { paths } from "../../domain/paths.ts";
import {
  optionalReminderStep,
  type ReminderStep,
  reminderStepPath,
  reminderText,
} from "../../domain/study/reminderText.ts";
import { endPush, pushDevice, tellServer } from "../../platform/device/pushDevice.ts";

/** The parts of the worker's global scope that reminders use. */
type Scope = {
  registration: Pick<ServiceWorkerRegistration, "showNotification" | "pushManager">;
  clients: {
    matchAll(options: { type: "window" }): Promise<readonly { url: string; focus(): Promise<unknown> }[]>;
    openWindow(url: string): Promise<unknown>;
  };
};
/** `actions` is missing from TypeScript's library (Notifications API, WHATWG). */
type Options = NotificationOptions & { actions: { action: string; title: string }[] };

const OFF = "off";
const BUTTONS = [
  { action: "open", title: "Open" },
  { action: OFF, title: "Turn reminders off" },
];

/**
 * Shows a reminder of the study plan. Browsers require a notification for every message, so an unreadable one (from a
 * newer server) is shown in general words. `maxActions` is the number of buttons that the browser shows.
 */
export function showReminder(
  { registration }: Scope,
  message: string | undefined,
  maxActions: number,
): Promise<void> {
  const step = stepIn(message);
  const hasButtons = maxActions >= BUTTONS.length;
  const options: Options = {
    body: "The next step of your study plan is ready.",
    // A new reminder replaces one that is still shown.
    tag: "study-plan",
    icon: "/icons/icon-192.png",
    actions: hasButtons ? BUTTONS : [],
    data: hasButtons ? stepPath(step) : pageWithButtons(step),
  };
  return registration.showNotification(step ? reminderText(step) : "Your study plan", options);
}

function stepIn(message = ""): ReminderStep | null {
  try {
    return optionalReminderStep(JSON.parse(message));
  } catch {
    return null;
  }
}

function stepPath(next: ReminderStep | null): string {
  return next ? reminderStepPath(next) : paths.dashboard();
}

function pageWithButtons(next: ReminderStep | null): string {
  if (!next) return `${mailPaths.reminder()}#device=1`;
  if ("capstone" in next) return `${mailPaths.reminder()}#capstone=1`;
  if ("lab" in next) return `${mailPaths.reminder()}#lab=${next.lab}&minutes=${next.minutes}`;
  if ("review" in next) return `${mailPaths.reminder()}#review=${next.review}`;
  const { lessonId, step, minutes } = next;
  return `${mailPaths.reminder()}#lesson=${lessonId}&minutes=${minutes}${step ? `&step=${step}` : ""}`;
}

/** Opens the step, or turns reminders off on this device. */
export async function pressReminder(
  { registration, clients }: Scope,
  notification: Pick<Notification, "close" | "data">,
  action: string,
): Promise<void> {
  notification.close();
  if (action === OFF) return endPush(await registration.pushManager.getSubscription());
  const path: string = notification.data; // Set above.
  const windows = await clients.matchAll({ type: "window" });
  const open = windows.find(({ url }) => url.endsWith(path));
  await (open ? open.focus() : clients.openWindow(path));
}

/** `PushSubscriptionChangeEvent`, which TypeScript's library lacks (Push API). */
export type SubscriptionChange = {
  oldSubscription?: PushSubscription | null;
  newSubscription?: PushSubscription | null;
};

/**
 * Continues the reminders at the new address when the browser vendor has changed it. Without the old one, which some
 * browsers do not name, the server finds out at its next reminder, and the settings then say that they are off.
 */
export async function renewReminders(
  { registration }: Scope,
  { oldSubscription, newSubscription }: SubscriptionChange,
): Promise<void> {
  if (!oldSubscription) return;
  const renewed = newSubscription ?? (await registration.pushManager.subscribe(oldSubscription.options));
  await tellServer({ endpoint: oldSubscription.endpoint, replacement: pushDevice(renewed) });
}
