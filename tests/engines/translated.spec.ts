import { expect } from "@playwright/test";
import { addressesOf } from "../../src/app/addresses.ts";
import { ANY_ADDRESS } from "../../src/app/document/documentPage.ts";
import { PAGES } from "../../src/app/pages.ts";
import { mailPaths } from "../../src/domain/mailPaths.ts";
import { paths } from "../../src/domain/paths.ts";
import { AREAS } from "../../src/features/staff/frame/areas.ts";
import { goBackstage } from "../e2e/support/backstage.ts";
import { createStaff } from "../e2e/support/staff.ts";
import type { AcademyProcess } from "../support/academyProcess.ts";
import type { Engine } from "../support/programs.ts";
import { translatePage } from "../support/translator.ts";
import { type Driver, LAPTOP } from "./driver.ts";
import { INSTALLED, test } from "./engineTest.ts";
import {
  becomeLearner,
  expectAddress,
  expectNoText,
  expectStarted,
  expectText,
  fill,
  press,
  signIn,
  takeQuiz,
} from "./steps.ts";
import { button, field, fold } from "./target.ts";

type Visit = {
  /** If the page's path has parameters, or is no address. */
  at?: readonly string[];
  /** What changes the page. Each step expects a text that appears or changes. */
  act?: (device: Driver, engine: string) => Promise<void>;
};

/** By the page's path in the page table. Every page has a row, even if nothing on it changes. */
const VISITS: Record<string, Visit> = {
  [paths.landing()]: {},
  [paths.academy()]: {
    async act(device) {
      await press(device, fold("Can I cancel?"));
      await expectText(device, "you can normally cancel within 14 days");
    },
  },
  [paths.catalogue()]: {
    async act(device) {
      await fill(device, field("Search courses"), "nothing like it");
      await expectText(device, "No courses found");
      await expectText(device, "0 courses");
      await press(device, button("Show all courses"));
      await expectText(device, "8 courses");
    },
  },
  [paths.contact()]: {
    async act(device, engine) {
      await press(device, button("Send Message"));
      await expectText(device, "Name is required");
      await fill(device, field("Name", "main"), "Grace Hopper");
      await fill(device, field("Email", "main"), `translated.${engine}@example.org`);
      await fill(device, field("Subject", "main"), "A group of six");
      await fill(device, field("Message", "main"), "Hello");
      await expectText(device, "5 / 2000 characters");
      await press(device, button("Send Message"));
      await expectText(device, "Message Sent!");
      await expectText(device, "0 / 2000 characters");
    },
  },
  "/academy/pricing/:tier": {
    at: addressesOf("/academy/pricing/:tier"),
    async act(device) {
      await press(device, field("3-month plan"));
      await expectText(device, "a month, 3 times, plus VAT");
      await press(device, button("Pay in full"));
      await expectText(device, "one payment, plus VAT");
    },
  },
  [paths.privacy()]: {},
  [paths.terms()]: {},
  [paths.accessibility()]: {},
  [ANY_ADDRESS]: { at: ["/no/such/page"] },
  [paths.auth()]: {
    async act(device) {
      await signIn(device, "nobody@example.org", "not-the-password");
      await expectText(device, "Invalid login credentials");
      await expectText(device, "New here?");
      await press(device, button("Create Account"));
      await press(device, button("Create Account", "form"));
      await expectText(device, "First name is required");
    },
  },
  "/auth/:mail": {
    at: [mailPaths.forgottenPassword()],
    async act(device) {
      await fill(device, field("Email"), "nobody@example.org");
      await press(device, button("Send the email"));
      await expectText(device, "Check your email");
      await fill(device, field("Code from the email"), "123456");
      await press(device, button("Continue"));
      await expectText(device, "Token has expired or is invalid");
    },
  },
  [paths.generalCheckout()]: {},
  [paths.studentEnrollment()]: {},
  "/academy/checkout/:tier": {
    at: ["/academy/checkout/professional?paymentType=installment"],
    async act(device, engine) {
      await fill(device, field(/^Discount code/), "NOTHING");
      await press(device, button("Apply"));
      await expectText(device, "Invalid discount code");
      // Nothing else empties the field: the drivers type.
      await fill(device, field(/^Discount code/), " ");
      await press(device, button(/^Proceed to Payment/));
      await expectText(device, "Company name is required");
      await fill(device, field("Company name"), "Analytical Engines");
      await fill(device, field("First name"), "Ada");
      await fill(device, field("Last name"), "Byron");
      await fill(device, field("Email"), `buyer.translated.${engine}@example.org`);
      await press(device, field(/^I am 18 or over/));
      await press(device, field(/^I ask for immediate access/));
      await press(device, button(/^Proceed to Payment/));
      await expectText(device, "Test mode");
    },
  },
  [paths.paymentSuccess()]: { at: ["/payment-success?session_id=cs_test_unknown", "/payment-success"] },
  [paths.dashboard()]: {
    async act(device) {
      await press(device, fold("Reminders"));
      await expectText(device, "How would you like to be reminded?");
    },
  },
  [paths.account()]: {
    async act(device) {
      await fill(device, field(/^First name/), "Augusta");
      await press(device, button("Save profile"));
      await expectText(device, "Your profile is saved");
      await press(device, button("Delete my account…"));
      await expectText(device, "To confirm, type");
    },
  },
  [paths.course()]: {
    at: [paths.course(), paths.course("2"), `${paths.course("1")}&step=99`],
    async act(device) {
      await takeQuiz(device, "1", { wrong: 2 });
      await expectText(device, "Your score: 60%");
      await press(device, button("Next: answers"));
      await expectText(device, "Incorrect. Correct answer:");
      await press(device, button("Back"));
      await press(device, button("Back to Lesson"));
      await takeQuiz(device, "1");
      await expectText(device, "Lesson Complete!");
    },
  },
  [paths.sheet()]: { at: [paths.sheet(), paths.sheet("rubric")] },
  [paths.lab()]: {
    at: [paths.lab("sort-mail")],
    async act(device) {
      await press(device, button("Urgent"));
      await expectText(device, "Message 2 of");
    },
  },
  [paths.certificate()]: {},
  "/academy/course/ai-fluency/review/:set": {
    at: ["/academy/course/ai-fluency/review/1"],
    async act(device) {
      await press(device, button("Show the answer", "ol > li:first-child"));
      await expectText(device, "The answer:");
    },
  },
  [paths.review("due")]: {},
  [paths.device()]: {
    async act(device) {
      await press(device, button("Sync now"));
      await expectText(device, "All your work is saved to your account.");
      await expectText(device, "The whole course is on this device.");
      await press(device, button("Remove lesson 4"));
      await press(device, button("Remove", "dialog"));
      await expectText(device, "What you removed is not downloaded again until you ask for it.");
      await press(device, button("Download lesson 4"));
      await expectText(device, "The whole course is on this device.");
    },
  },
  [paths.workbook()]: {},
  [paths.capstone()]: {},
  [paths.notes()]: {},
  [paths.glossary()]: {
    async act(device) {
      await fill(device, field("Find a term"), "nothing like it");
      await expectText(device, "0 terms");
      await fill(device, field("Find a term"), "hallucination");
      await expectText(device, /\b[1-9]\d* terms?\b/);
    },
  },
  [paths.search()]: {
    async act(device) {
      await fill(device, field("Search for"), "token");
      await expectText(device, /\d+ results?/);
      await fill(device, field("Search for"), "zzz qqq");
      await expectText(device, "No results for all of these words");
    },
  },
  "/staff/*": {
    at: AREAS.map(({ path }) => `/staff/${path}`),
  },
  [paths.verify(":id")]: { at: [paths.verify("AIF-UNKNOWN")] },
};

const EVERYDAY = [paths.auth(), paths.contact(), "/academy/checkout/:tier", paths.course()];

/** What React reports when it does not find a text that it has put on the page. */
const LOST_TEXT = /NotFoundError|insertBefore|removeChild|not a child of this node/;

type Page = (typeof PAGES)[number];

// The translation is a script of ours, so a third engine would add little.
for (const engine of INSTALLED.filter((each) => each !== "WebKit")) {
  const isEveryday = ({ path }: Page) => engine === "Chromium" && EVERYDAY.includes(path);
  for (const audience of new Set(PAGES.map((page) => page.audience))) {
    const pages = PAGES.filter((page) => page.audience === audience);
    testTranslated(engine, audience, "everyday pages", pages.filter(isEveryday), []);
    testTranslated(
      engine,
      audience,
      "pages",
      pages.filter((page) => !isEveryday(page)),
      ["@deep"],
    );
  }
}

/** One browser, and one account, for all of the pages: starting them takes longer than most visits. */
function testTranslated(
  engine: Engine,
  audience: Page["audience"],
  what: string,
  pages: readonly Page[],
  tag: string[],
): void {
  if (pages.length === 0) return;
  test(`${engine}: ${what} (${audience}) work and stay current while the browser translates them`, {
    tag,
  }, async ({ academy, openDevice }) => {
    test.setTimeout(60_000 + pages.length * 30_000);
    const device = await openDevice(engine);
    const name = engine.toLowerCase();
    await enter(
      device,
      academy,
      audience,
      `translated.${what.replace(" ", ".")}.${audience}.${name}@example.org`,
    );
    for (const { path } of pages) await test.step(path, () => visit(device, academy.url, path, name));
  });
}

async function visit(device: Driver, url: string, path: string, engine: string): Promise<void> {
  const { at, act } = VISITS[path] ?? {};
  if (!VISITS[path]) throw new Error(`add the page ${path} to VISITS`);
  for (const address of at ?? [path]) {
    await device.goto(url + address);
    await expectStarted(device);
    await device.evaluate(translatePage);
    await expectNoText(device, "Something went wrong");
  }
  await act?.(device, engine);
  await expectNoText(device, "Something went wrong");
  expect(device.complaints.filter((complaint) => LOST_TEXT.test(complaint))).toEqual([]);
}

/** Signs in, if the page is for people who have. */
async function enter(
  device: Driver,
  academy: AcademyProcess,
  audience: (typeof PAGES)[number]["audience"],
  email: string,
): Promise<void> {
  if (audience === "learner") await becomeLearner(device, academy, email);
  if (audience !== "staff") return;
  await device.resize(LAPTOP);
  const { password, code } = await createStaff(await goBackstage(academy), email);
  await device.goto(`${academy.url}/auth`);
  await signIn(device, email, password);
  await fill(device, field("Code"), code());
  await press(device, button("Continue"));
  await expectAddress(device, /^\/academy\/courses$/);
}
