import { expect } from "@playwright/test";
import type { SupabaseClient } from "@supabase/supabase-js";
import type { LessonId } from "../../src/domain/ids.ts";
import { paths } from "../../src/domain/paths.ts";
import { goBackstage } from "../e2e/support/backstage.ts";
import { signUpEnrolled } from "../e2e/support/enrol.ts";
import { isHydrated } from "../e2e/support/hydration.ts";
import { packOf } from "../e2e/support/quiz.ts";
import { keepOutOfLogs } from "../support/logWatch.ts";
import type { AcademyProcess } from "../support/server/academyProcess.ts";
import type { Driver } from "./driver.ts";
import { button, field, literally, type Target, visibleText } from "./target.ts";

export const PASSWORD = "a-password-of-my-own";
const PATIENCE_MS = 40_000;
const INTERVALS_MS = [50, 100, 200];

/** Retries `attempt` until it no longer throws, because the page may still be changing. */
function eventually(attempt: () => Promise<void>, timeout = PATIENCE_MS): Promise<void> {
  return expect(attempt).toPass({ timeout, intervals: INTERVALS_MS });
}

export function press(device: Driver, target: Target): Promise<void> {
  return eventually(() => device.click(target));
}

export function fill(device: Driver, target: Target, text: string): Promise<void> {
  return eventually(() => device.type(target, text));
}

export function chooseFile(device: Driver, target: Target, path: string): Promise<void> {
  return eventually(() => device.chooseFile(target, path));
}

/** Presses Tab until the element has the focus. Throws if it never does. */
export function tabTo(device: Driver, { css, name, within = "body" }: Target): Promise<void> {
  const mostStops = 60;
  return eventually(async () => {
    for (let presses = 0; presses < mostStops; presses += 1) {
      if (await device.evaluate(isFocused, `:is(${within}) :is(${css})`, name)) return;
      await device.pressKey("Tab");
    }
    throw new Error(`Tab never reached ${css} ${name}`);
  });
}

/** Runs in the page. */
function isFocused(css: string, name: string): boolean {
  const focused = document.activeElement;
  if (!focused?.matches(css)) return false;
  const labels = "labels" in focused ? (focused as HTMLInputElement).labels : null;
  const text = focused.getAttribute("aria-label") ?? (labels?.[0] ?? focused).textContent ?? "";
  return new RegExp(name).test(text.replace(/\s+/g, " ").trim());
}

/** Waits until this text is visible on the page, regardless of line breaks. */
export function expectText(device: Driver, text: string | RegExp, timeout = PATIENCE_MS): Promise<void> {
  return eventually(async () => expect(await textOf(device)).toMatch(patternOf(text)), timeout);
}

export async function expectNoText(device: Driver, text: string | RegExp): Promise<void> {
  expect(await textOf(device)).not.toMatch(patternOf(text));
}

/** Waits until the address of the page, without its origin, matches. */
export function expectAddress(device: Driver, address: RegExp): Promise<void> {
  return eventually(async () => {
    expect(await device.evaluate(() => location.href.slice(location.origin.length))).toMatch(address);
  });
}

/** Waits until the function returns true in the page. */
export function expectInPage<Args extends unknown[]>(
  device: Driver,
  what: string,
  inPage: (...args: Args) => boolean | Promise<boolean>,
  ...args: Args
): Promise<void> {
  return eventually(async () => expect(await device.evaluate(inPage, ...args), what).toBe(true));
}

/** Waits until the page is hydrated and responds to the user. */
export function expectStarted(device: Driver): Promise<void> {
  return expectInPage(device, "the app has started", isHydrated);
}

/** The visible text of the page, on one line. */
export async function textOf(device: Driver): Promise<string> {
  return (await device.evaluate(visibleText)).replace(/\s+/g, " ");
}

function patternOf(text: string | RegExp): RegExp {
  return typeof text === "string" ? new RegExp(literally(text)) : text;
}

export async function signIn(device: Driver, email: string, password: string): Promise<void> {
  keepOutOfLogs(password);
  await expectText(device, "Welcome Back");
  await fill(device, field("Email"), email);
  await fill(device, field("Password"), password);
  await press(device, button("Sign In", "main"));
}

/** Signs in someone who has bought the course. Ends on the dashboard. Lessons are shown whole unless `view` is "steps". */
export async function becomeLearner(
  device: Driver,
  academy: AcademyProcess,
  email: string,
  { view = "whole" }: { view?: "steps" | "whole" } = {},
): Promise<SupabaseClient> {
  const ada = { email, password: PASSWORD, firstName: "Ada", lastName: "Byron" };
  const { client } = await signUpEnrolled(await goBackstage(academy), ada);
  await device.goto(`${academy.url}/auth`);
  await signIn(device, email, PASSWORD);
  await expectAddress(device, /^\/academy\/dashboard$/);
  if (view === "whole") await readWholeLessons(device);
  return client;
}

export async function openLesson(device: Driver, academy: AcademyProcess, lessonId: LessonId): Promise<void> {
  await device.goto(academy.url + paths.course(lessonId));
  await expectLesson(device, lessonId);
}

/** Waits until the lesson can be read and responds to the user. */
export async function expectLesson(device: Driver, lessonId: LessonId): Promise<void> {
  await expectText(device, packOf(lessonId).title);
  await expectText(device, /Take Quiz|Step \d+ of \d+/);
}

/** Chooses "Whole lesson on one page" on this device. */
function readWholeLessons(device: Driver): Promise<void> {
  return device.evaluate(() => localStorage.setItem("academy-reading", '{"lessonView":"whole"}'));
}

/**
 * Takes the quiz of the open lesson on a phone, one question at a time, up to its result. The first `wrong` questions get
 * another option.
 */
export async function takeQuiz(device: Driver, lessonId: LessonId, { wrong = 0 } = {}): Promise<void> {
  await press(device, button("Take Quiz"));
  const { questions } = packOf(lessonId).quiz;
  for (const [index, question] of questions.entries()) {
    const choice = index < wrong ? (question.correctAnswer + 1) % 4 : question.correctAnswer;
    if (index > 0) await press(device, button("Next"));
    await expectText(device, `Question ${index + 1} of ${questions.length}`);
    await press(device, field(question.options[choice] ?? "", `form ol > li:nth-child(${index + 1})`));
  }
  await press(device, button("Submit Quiz"));
  await expectText(device, "Your score:");
}

/** Waits until the service worker is active. If this visit installed it, it responds from the next page on. */
export function expectWorker(device: Driver): Promise<void> {
  return expectInPage(device, "the service worker is active", async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return registration?.active?.state === "activated";
  });
}

/** Waits until every file of the site that the worker keeps for offline use is on the device. */
export async function expectWholeSite(device: Driver): Promise<void> {
  await expectWorker(device);
  await expectInPage(device, "the worker's files are stored", async () => {
    const worker = await (await fetch("/sw.js")).text();
    const files = worker.match(/"?integrity"?:\s*["'`]sha256-/g) ?? [];
    const name = (await caches.keys()).find((each) => each.includes("precache"));
    if (!name || files.length === 0) return false;
    return (await (await caches.open(name)).keys()).length === files.length;
  });
}
