import { expect } from "@playwright/test";
import { paths } from "../../src/domain/paths.ts";
import { waitForMail } from "../e2e/support/shop.ts";
import type { AcademyProcess } from "../support/server/academyProcess.ts";
import type { Driver } from "./driver.ts";
import { expectInPage, expectNoText, expectStarted, expectText, expectWorker, fill, press } from "./steps.ts";
import { button, field } from "./target.ts";

/** Longer than the delay before the page offers a waiting worker (workbox-window: 200 ms). */
const OBSERVED_MS = 1_500;
const OFFER = "A new version is ready";
const MESSAGE = "Can six of us take the course together?";
export const FREE_LESSON = paths.course("1");

/** Whether the page offers a new version now or soon. */
function isOffered(device: Driver): Promise<boolean> {
  return device.evaluate(async (forMs) => {
    const endsAt = performance.now() + forMs;
    while (performance.now() < endsAt) {
      if (document.querySelector(".update-prompt")?.textContent) return true;
      await new Promise((later) => setTimeout(later, 50));
    }
    return false;
  }, OBSERVED_MS);
}

/** Expects no update, because the newest worker is in charge or was installed by this visit. */
export async function expectNoUpdateOffered(device: Driver): Promise<void> {
  await expectWorker(device);
  expect(await isOffered(device), "a new version is offered without there being one").toBe(false);
  const workers = await device.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations();
    return registrations.map(({ active, waiting }) => ({
      script: active?.scriptURL,
      waits: waiting !== null,
    }));
  });
  expect(workers).toEqual([{ script: expect.stringMatching(/\/sw\.js$/), waits: false }]);
}

/**
 * Expects the new version of the site to be offered, except while a checkout is open, and to take over once it is
 * accepted. Nothing is reloaded before that. Ends on the contact page.
 */
export async function expectUpdate(device: Driver, url: string): Promise<void> {
  await device.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  await expectText(device, OFFER);
  await device.goto(url + paths.checkout("student", "full"));
  await expectStarted(device);
  expect(await isOffered(device), "a new version is offered during a checkout").toBe(false);
  await device.goto(url + paths.contact());
  await expectText(device, OFFER);
  await device.evaluate(() => document.documentElement.classList.add("before-the-update"));
  expect(await isOffered(device)).toBe(true);
  await press(device, button("Reload", ".update-prompt"));
  await expectInPage(
    device,
    "the page was reloaded",
    () => !document.documentElement.classList.contains("before-the-update"),
  );
  await expectStarted(device);
  await expectNoUpdateOffered(device);
}

/** Scrolls by up to 3,000 px, reloads, and waits until the app responds at the same scroll position. */
export async function expectStartAfterScrolledReload(device: Driver): Promise<void> {
  await expectInPage(device, "the page scrolls", () => {
    scrollTo(0, 3_000);
    return scrollY > 100;
  });
  await device.reload();
  await expectStarted(device);
}

/** Expects the contact form to count characters, store nothing, and send the message. */
export async function expectContactFormSends(
  device: Driver,
  academy: AcademyProcess,
  email: string,
): Promise<void> {
  await device.goto(academy.url + paths.contact());
  await expectStarted(device);
  await fill(device, field("Name", "main"), "Grace Hopper");
  await fill(device, field("Email", "main"), email);
  await fill(device, field("Subject", "main"), "A group of six");
  await fill(device, field("Message", "main"), MESSAGE);
  await expectText(device, `${MESSAGE.length} / 2000 characters`);
  await press(device, button("Send Message"));
  await expectText(device, "Message Sent!");
  await waitForMail(academy, ({ to }) => to === email);
}

/** Expects no error page and no claim that anything was stored. */
export async function expectHonest(device: Driver): Promise<void> {
  await expectNoText(device, /Something went wrong|This page has been|is not on your device yet/);
  await expectNoText(device, /Saved on this device|is (still|kept) (on|in) this/);
}
