import { stepsOf } from "../../src/domain/course/steps.ts";
import { paths } from "../../src/domain/paths.ts";
import { completeCourse } from "../e2e/support/finisher.ts";
import { packOf } from "../e2e/support/quiz.ts";
import type { Driver } from "./driver.ts";
import { INSTALLED, test } from "./engineTest.ts";
import { becomeLearner, expectInPage, expectStarted, expectText, tabTo } from "./steps.ts";
import { button, field, link, literally, type Target } from "./target.ts";

const LESSON = "2";
const { islands, quiz } = packOf(LESSON);
const ASKED = islands?.find((each) => each.kind === "ask" && each.as === "one");
if (ASKED?.kind !== "ask") throw new Error("lesson 2 asks nothing");
const STEPS = stepsOf(packOf(LESSON));
const ASK_STEP = STEPS.findIndex(({ html }) => html?.includes(ASKED.id)) + 1;
const RIGHT = ASKED.answers[ASKED.right[0] ?? 0]?.text.replace(/<[^>]+>/g, "") ?? "";
const MESSAGES = 20;

// Chromium has tests of its own in tests/e2e. Headless Firefox activates no button by a key: see README.md.
for (const engine of INSTALLED.filter((each) => each === "WebKit"))
  test(`${engine}: a learner does a lab, a question, a quiz and the certificate by keyboard alone`, {
    tag: "@deep",
  }, async ({ academy, openDevice }) => {
    test.setTimeout(600_000);
    const device = await openDevice(engine);
    const learner = await becomeLearner(device, academy, `keyboard.${engine.toLowerCase()}@example.org`, {
      view: "steps",
    });

    await test.step("labels, predicts, and is at the result", async () => {
      await device.goto(academy.url + paths.lab("sort-mail"));
      await expectStarted(device);
      for (let message = 1; message <= MESSAGES; message += 1) {
        await expectText(device, `Message ${message} of ${MESSAGES}`);
        await use(device, button(message % 2 === 1 ? "Urgent" : "Can wait"), "Enter");
      }
      await use(device, button("7"), " ");
      await expectFocus(device, "It got 10 of 10 right. You said 7.");
    });

    await test.step("answers a question of a lesson and continues", async () => {
      await device.goto(academy.url + paths.course(LESSON, { step: ASK_STEP }));
      await use(device, button(new RegExp(`^${literally(RIGHT)}`)), " ");
      await expectText(device, "Right.");
      await use(device, link("Continue"), "Enter");
      await expectText(device, `Step ${ASK_STEP + 1} of ${STEPS.length}`);
    });

    await test.step("passes the quiz", async () => {
      await device.goto(academy.url + paths.course(LESSON, { step: STEPS.length }));
      await use(device, button("Take Quiz"), "Enter");
      for (const [index, question] of quiz.questions.entries()) {
        await expectText(device, `Question ${index + 1} of ${quiz.questions.length}`);
        await choose(device, field(question.options[question.correctAnswer] ?? ""));
        if (index + 1 < quiz.questions.length) await use(device, button("Next"), "Enter");
      }
      await use(device, button("Submit Quiz"), "Enter");
      await expectFocus(device, "Your score: 100%");
    });

    await test.step("finishes the course, gets the certificate, reaches its buttons and closes it", async () => {
      const { data } = await learner.auth.getUser();
      await completeCourse(learner, data.user?.id ?? "");
      await device.goto(academy.url + paths.dashboard());
      await expectText(device, "100%");
      await device.goto(academy.url + paths.course());
      await expectText(device, "Your name");
      await device.type(field(/^Your name/), "Grace Hopper");
      await use(device, button("Confirm and get certificate"), "Enter");
      await expectText(device, "Download Certificate");
      await tabTo(device, button("Download Certificate"));
      await device.pressKey("Escape");
      await expectInPage(
        device,
        "the dialog is closed and the focus is on the page",
        () => document.querySelector("dialog[open]") === null && document.activeElement !== document.body,
      );
    });
  });

async function use(device: Driver, target: Target, key: "Enter" | " "): Promise<void> {
  await tabTo(device, target);
  await device.pressKey(key);
}

/** Tab reaches the first answer of a question, and the arrow keys choose the others. */
async function choose(device: Driver, answer: Target): Promise<void> {
  await tabTo(device, field(/./, "form ol > li:not([hidden])"));
  await device.pressKey(" ");
  for (let presses = 0; presses < 4; presses += 1) {
    if (await device.evaluate(isChosen, answer.name)) return;
    await device.pressKey("ArrowDown");
  }
  throw new Error(`the arrow keys never chose ${answer.name}`);
}

function isChosen(name: string): boolean {
  const radio = document.activeElement as HTMLInputElement;
  return radio.checked && new RegExp(name).test((radio.labels?.[0]?.textContent ?? "").trim());
}

function expectFocus(device: Driver, text: string): Promise<void> {
  return expectInPage(
    device,
    `the focus is on "${text}", in view`,
    (words) => {
      const focused = document.activeElement;
      const { top = -1, bottom = 0 } = focused?.getBoundingClientRect() ?? {};
      return (
        (focused?.textContent ?? "").replace(/\s+/g, " ").includes(words) && bottom > 0 && top < innerHeight
      );
    },
    text,
  );
}
