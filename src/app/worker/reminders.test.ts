import { afterEach, expect, test, vi } from "vitest";
import { paths } from "../../domain/paths.ts";
import { pressReminder, renewReminders, showReminder } from "./reminders.ts";

const STEP = JSON.stringify({ lessonId: "5", step: 2, minutes: 12 });
const LESSON = "/academy/course/ai-fluency?lesson=5&step=2";
const CAPSTONE = JSON.stringify({ capstone: true });
const ENDPOINT = "https://fcm.googleapis.com/fcm/send/a";

type Sent = { url: string; body: unknown };
function serverThat(answers: () => Promise<Response>): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("location", { origin: "http://localhost:3000" });
  vi.stubGlobal("fetch", (url: string, { body }: { body: string }) => {
    sent.push({ url, body: JSON.parse(body) });
    return answers();
  });
  return sent;
}
afterEach(() => vi.unstubAllGlobals());

/** A subscription as browsers create it, and a worker with these windows. */
function browser(windows: string[] = []) {
  const shown: unknown[] = [];
  const opened: string[] = [];
  const focused: string[] = [];
  const subscriptionAt = (endpoint: string) => ({
    endpoint,
    options: { userVisibleOnly: true, applicationServerKey: null },
    toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }),
    unsubscribe: vi.fn(async () => true),
  });
  const subscription = subscriptionAt(ENDPOINT);
  const pushManager = {
    getSubscription: async () => subscription,
    subscribe: async () => subscriptionAt(`${ENDPOINT}-new`),
  };
  const scope = {
    registration: {
      pushManager,
      showNotification: async (title: string, options: object) => void shown.push({ title, ...options }),
    },
    clients: {
      matchAll: async () => windows.map((url) => ({ url, focus: async () => void focused.push(url) })),
      openWindow: async (url: string) => void opened.push(url),
    },
  };
  // The parts of each interface that the worker uses.
  return {
    scope: scope as unknown as Parameters<typeof showReminder>[0],
    subscription,
    shown,
    opened,
    focused,
  };
}

const notificationFor = (data: string) => ({ data, close: vi.fn() });

test("a reminder of the capstone asks to hand it in and leads to its page", async () => {
  const { scope, shown } = browser();
  await showReminder(scope, CAPSTONE, 2);
  await showReminder(scope, CAPSTONE, 0);
  expect(shown).toMatchObject([
    { title: "Hand in your capstone", data: "/academy/capstone" },
    { title: "Hand in your capstone", data: "/auth/reminder#capstone=1" },
  ]);
});

test("a reminder is one notification with the lesson, the step, the minutes and two buttons", async () => {
  const { scope, shown } = browser();
  await showReminder(scope, STEP, 2);
  expect(shown).toEqual([
    expect.objectContaining({
      title: "Lesson 5, step 2, about 12 minutes",
      tag: "study-plan",
      data: LESSON,
      actions: [
        { action: "open", title: "Open" },
        { action: "off", title: "Turn reminders off" },
      ],
    }),
  ]);
});

test("a reminder of a lab names it, opens it, and has the same buttons on a page", async () => {
  const lab = JSON.stringify({ lab: "brief-it", minutes: 12 });
  const { scope, shown } = browser();
  await showReminder(scope, lab, 2);
  await showReminder(scope, lab, 0);
  expect(shown).toEqual([
    expect.objectContaining({ title: "Lab “Brief it”, about 12 minutes", data: paths.lab("brief-it") }),
    expect.objectContaining({ data: "/auth/reminder#lab=brief-it&minutes=12" }),
  ]);
});

test.each([
  ["2", "Review 2: lessons 1 to 5"],
  ["due", "Questions to try again"],
] as const)(
  "a reminder of the review page %s names it, opens it, and has the same buttons on a page",
  async (review, title) => {
    const { scope, shown } = browser();
    await showReminder(scope, JSON.stringify({ review }), 2);
    await showReminder(scope, JSON.stringify({ review }), 0);
    expect(shown).toMatchObject([
      { title, data: paths.review(review) },
      { title, data: `/auth/reminder#review=${review}` },
    ]);
  },
);

test("a reminder of a lab that this version does not know is shown in general words", async () => {
  const { scope, shown } = browser();
  await showReminder(scope, JSON.stringify({ lab: "tomorrow", minutes: 12 }), 2);
  expect(shown).toEqual([expect.objectContaining({ title: "Your study plan", data: paths.dashboard() })]);
});

test("in a browser without buttons, a reminder opens the page that has them", async () => {
  const { scope, shown } = browser();
  await showReminder(scope, STEP, 0);
  expect(shown).toEqual([
    expect.objectContaining({ actions: [], data: "/auth/reminder#lesson=5&minutes=12&step=2" }),
  ]);
});

test.each([
  [undefined],
  [""],
  ["{"],
  ["null"],
  ['{"lessonId":"99","step":1,"minutes":1}'],
  ['{"lessonId":"5"}'],
  ['{"review":"5"}'],
])(
  "a message that this version cannot read (%s) is shown in general words, because browsers require a notification",
  async (message) => {
    const { scope, shown } = browser();
    await showReminder(scope, message, 2);
    await showReminder(scope, message, 0);
    expect(shown).toEqual([
      expect.objectContaining({ title: "Your study plan", data: "/academy/dashboard" }),
      expect.objectContaining({ title: "Your study plan", data: "/auth/reminder#device=1" }),
    ]);
  },
);

test("pressing a reminder opens the lesson, or shows the window that has it open", async () => {
  const closed = browser(["http://localhost:3000/academy/dashboard"]);
  const notification = notificationFor(LESSON);
  await pressReminder(closed.scope, notification, "");
  expect(closed.opened).toEqual([LESSON]);
  expect(notification.close).toHaveBeenCalled();

  const open = browser([`http://localhost:3000${LESSON}`]);
  await pressReminder(open.scope, notification, "open");
  expect([open.opened, open.focused]).toEqual([[], [`http://localhost:3000${LESSON}`]]);
});

test("the button in a reminder ends the subscription and tells the server, without opening anything", async () => {
  const sent = serverThat(async () => Response.json({ stopped: true }));
  const { scope, subscription, opened } = browser();
  await pressReminder(scope, notificationFor(LESSON), "off");
  expect(subscription.unsubscribe).toHaveBeenCalledOnce();
  expect(sent).toEqual([
    { url: "http://localhost:3000/functions/v1/stop-reminders", body: { endpoint: ENDPOINT } },
  ]);
  expect(opened).toEqual([]);
});

test("the button works without a connection: the subscription ends on the device", async () => {
  serverThat(async () => Promise.reject(new TypeError("no connection")));
  const { scope, subscription } = browser();
  await pressReminder(scope, notificationFor(LESSON), "off");
  expect(subscription.unsubscribe).toHaveBeenCalledOnce();
});

test("when the browser changes the device's address, the server continues at the new one", async () => {
  const sent = serverThat(async () => Response.json({ stopped: true }));
  const { scope, subscription } = browser();
  const oldSubscription = subscription as unknown as PushSubscription; // The parts that the worker uses.
  await renewReminders(scope, { oldSubscription, newSubscription: null });
  await renewReminders(scope, { oldSubscription: null });
  const replacement = { endpoint: `${ENDPOINT}-new`, keys: { p256dh: "p", auth: "a" } };
  expect(sent.map(({ body }) => body)).toEqual([{ endpoint: ENDPOINT, replacement }]);
});
