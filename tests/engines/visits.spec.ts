import { paths } from "../../src/domain/paths.ts";
import { serveBuiltSite } from "../e2e/support/builtSite.ts";
import { INSTALLED, test } from "./engineTest.ts";
import { ELSEWHERE, startLeavingSite } from "./leavesWhileLoading.ts";
import {
  becomeLearner,
  expectInPage,
  expectLesson,
  expectStarted,
  expectText,
  fill,
  press,
} from "./steps.ts";
import { button, field } from "./target.ts";
import {
  expectContactFormSends,
  expectHonest,
  expectNoUpdateOffered,
  expectStartAfterScrolledReload,
  expectUpdate,
  FREE_LESSON,
} from "./visits.ts";

const FIRST_VISITS = 2;

test.describe.configure({ mode: "parallel" });

for (const engine of INSTALLED) {
  test(`${engine}: first visits to the free lesson install one service worker and offer no update (S-116)`, {
    tag: "@deep",
  }, async ({ academy, openDevice }) => {
    for (let visit = 0; visit < FIRST_VISITS; visit += 1) {
      const device = await openDevice(engine);
      await device.goto(academy.url + FREE_LESSON);
      await expectLesson(device, "1");
      await expectNoUpdateOffered(device);
      await device.close();
    }
  });

  test(`${engine}: a new version and a rollback wait for consent, and while a checkout is open (S-116)`, {
    tag: "@deep",
  }, async ({ openDevice }) => {
    const site = await serveBuiltSite();
    const device = await openDevice(engine);
    await device.goto(site.url + paths.contact());
    await expectNoUpdateOffered(device);
    await device.reload();
    await expectNoUpdateOffered(device);
    for (const change of ["deploy", "rollBack"] as const)
      await test.step(change, async () => {
        site[change]();
        await expectUpdate(device, site.url);
      });
    site.close();
  });

  test(`${engine}: every page starts the app after a reload while scrolled`, { tag: "@deep" }, async ({
    academy,
    openDevice,
  }) => {
    const device = await openDevice(engine);

    for (const address of [paths.academy(), paths.tiers(), paths.contact()])
      await test.step(address, async () => {
        await device.goto(academy.url + address);
        await expectStarted(device);
        await expectStartAfterScrolledReload(device);
      });
    await fill(device, field("Message", "main"), "Hello");
    await expectText(device, "5 / 2000 characters");

    await becomeLearner(device, academy, `reload.${engine.toLowerCase()}@example.org`);
    for (const address of [paths.course("2"), paths.course("3", { part: "s-before-you-start" })])
      await test.step(address, async () => {
        await device.goto(academy.url + address);
        await expectText(device, "Take Quiz");
        await expectStartAfterScrolledReload(device);
        await press(device, button("Take Quiz"));
        await expectText(device, "Pass: 80%");
      });
  });

  test(`${engine}: the mobile menu closes on a press outside it`, { tag: "@deep" }, async ({
    academy,
    openDevice,
  }) => {
    const device = await openDevice(engine);
    await device.goto(academy.url + paths.academy());
    await expectStarted(device);
    await press(device, button("Menu", "header"));
    const isOpen = () => document.querySelector<HTMLDialogElement>("dialog.drawer")?.open === true;
    await expectInPage(device, "the menu is open", isOpen);
    await device.evaluate(() => {
      const menu = document.querySelector("dialog.drawer");
      for (const type of ["pointerdown", "pointerup", "click"])
        menu?.dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true }));
    });
    await expectInPage(
      device,
      "the menu is closed",
      () => document.querySelector<HTMLDialogElement>("dialog.drawer")?.open === false,
    );
  });

  test(`${engine}: no page fails or claims that work is saved for a visitor who blocks site data`, {
    tag: "@deep",
  }, async ({ academy, openDevice }) => {
    const device = await openDevice(engine, { blocksSiteData: true });

    await test.step("the sign-in page", async () => {
      await device.goto(`${academy.url}${paths.auth()}`);
      await expectStarted(device);
      await fill(device, field("Email"), "nobody@example.org");
      await fill(device, field("Password"), "not-the-password");
      await press(device, button("Sign In", "main"));
      await expectText(device, "Allow site data for this site, then sign in again.");
      await expectHonest(device);
    });

    await test.step("the checkout page", async () => {
      await device.goto(academy.url + paths.checkout("student", "full"));
      await expectStarted(device);
      await fill(device, field("First name"), "Ada");
      await expectText(device, "£60.00");
      await expectHonest(device);
    });

    await test.step("the contact page", async () => {
      await expectContactFormSends(device, academy, `blocked.pages.${engine.toLowerCase()}@example.org`);
      await expectHonest(device);
    });

    await test.step("the free lesson", async () => {
      await device.goto(academy.url + FREE_LESSON);
      await expectLesson(device, "1");
      await fill(device, field(/^One thing that is AI, one that is not/), "A spam filter is.");
      await expectText(device, /your text will be lost when you close|Not saved/);
      await expectText(device, "This browser is not storing any data for the academy");
      await expectHonest(device);
    });
  });

  test(`${engine}: a learner who leaves during a write finds the lesson and the text on return`, {
    tag: "@deep",
  }, async ({ academy, openDevice }) => {
    const device = await openDevice(engine);
    await becomeLearner(device, academy, `leave.${engine.toLowerCase()}@example.org`);
    const answer = field(/^One thing that is AI, one that is not/);
    await device.goto(academy.url + FREE_LESSON);

    for (const words of ["A", "A spam filter", "A spam filter is."])
      await test.step(words, async () => {
        await expectLesson(device, "1");
        await fill(device, answer, words);
        await device.evaluate((elsewhere) => location.assign(elsewhere), paths.contact());
        await expectText(device, "Get in Touch");
        await device.goBack();
        await expectLesson(device, "1");
        await expectInPage(
          device,
          `the field holds ${words}`,
          (expected) => [...document.querySelectorAll("textarea")].some(({ value }) => value === expected),
          words,
        );
      });
    await device.reload();
    await expectLesson(device, "1");
    await expectHonest(device);
  });

  // Firefox does not keep a page that is loading: Back loads it again. WebKitGTK shows the page completely, but its progress
  // bar never ends when such a page reloads, and its driver waits for that.
  if (engine !== "Chromium") continue;
  test(`${engine}: a visitor who leaves while code is loading finds the page on return`, {
    tag: "@deep",
  }, async ({ academy, openDevice }) => {
    const site = await startLeavingSite(academy.url);
    const lastStep = `${FREE_LESSON}&step=99`;
    // In the order in which the lesson's last step loads them: the app, the page, a part of it, and the sync.
    for (const script of ["main", "MemberLayout", "course", "LessonEnd", "triggers", "learnerSync"])
      await test.step(script, async () => {
        const device = await openDevice(engine);
        site.leaveDuring(script);
        await device.evaluate(
          (lesson) => void setTimeout(() => location.assign(lesson), 0),
          site.url + lastStep,
        );
        await expectText(device, ELSEWHERE);
        await device.goBack();
        await expectLesson(device, "1");
        await device.close();
      });
    site.close();
  });
}
