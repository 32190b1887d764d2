import { expect } from "@playwright/test";
import { stepsOf } from "../../src/domain/course/steps.ts";
import { paths } from "../../src/domain/paths.ts";
import { readPlaces } from "../e2e/support/place.ts";
import { packOf } from "../e2e/support/quiz.ts";
import { type Driver, LAPTOP, PHONE } from "./driver.ts";
import { INSTALLED, test } from "./engineTest.ts";
import {
  becomeLearner,
  expectAddress,
  expectInPage,
  expectNoText,
  expectText,
  expectWorker,
  fill,
  PASSWORD,
  press,
  signIn,
  textOf,
} from "./steps.ts";
import { button, field, fold, link, literally } from "./target.ts";

const STEPS = stepsOf(packOf("2"));
/** The step with a field and folds, wherever an edit of the lesson moves it. */
const TASK = STEPS.findIndex(({ html }) => html?.includes("l02-check")) + 1;
const ASKED = packOf("2").islands?.find((each) => each.kind === "ask" && each.as === "one");
if (ASKED?.kind !== "ask") throw new Error("lesson 2 asks nothing");
const ASK_STEP = STEPS.findIndex(({ html }) => html?.includes(ASKED.id)) + 1;
const WRONG = ASKED.answers.findIndex((_, index) => !ASKED.right.includes(index));
const FIELD = /^What may stay/;
const FOLD = "If you are a student";
const ANSWER = "I opened the judgment myself.";

for (const engine of INSTALLED) {
  for (const [name, size] of [
    ["a phone", PHONE],
    // The same code in a wider window.
    ...(engine === "Chromium" ? [["a laptop", LAPTOP] as const] : []),
  ] as const) {
    test(`${engine}: a learner on ${name} reads a lesson by steps while the server is stopped, is interrupted, and finds the step on a second device`, {
      tag: "@deep",
    }, async ({ academy, openDevice }) => {
      test.setTimeout(300_000);
      const email = `steps.${engine.toLowerCase()}.${size.width}@example.org`;
      let device = await openDevice(engine);
      await device.resize(size);
      const learner = await becomeLearner(device, academy, email, { view: "steps" });
      await device.goto(academy.url + paths.device());
      await expectText(device, "The whole course is on this device.");
      await expectWorker(device);
      await academy.stop();

      await test.step("answers a question wrong, and finds the verdict after a reload", async () => {
        await device.goto(academy.url + paths.course("2", { step: ASK_STEP }));
        await press(device, button(answerOf(WRONG)));
        await expectText(device, "Not quite. Try once more.");
        await device.reload();
        await expectText(device, "Not quite. Try once more.");
      });

      await test.step("reads up to the task, answers it and opens a fold", async () => {
        await device.goto(academy.url + paths.course("2"));
        for (let step = 1; step < TASK; step += 1) {
          await expectStep(device, step);
          await press(device, link("Continue"));
        }
        await expectStep(device, TASK);
        await fill(device, field(FIELD), ANSWER);
        await press(device, fold(FOLD));
        await expectTaskAsLeft(device);
        await expectText(device, "Saved on this device");
      });

      await test.step("finds both as they were after going on and back", async () => {
        await press(device, link("Continue"));
        await expectStep(device, TASK + 1);
        await press(device, link("Back"));
        await expectStep(device, TASK);
        await expectTaskAsLeft(device);
        await press(device, link("Continue"));
        await expectStep(device, TASK + 1);
      });

      await test.step("resumes at the step when the browser has been killed", async () => {
        await expect
          .poll(() => device.evaluate(readPlaces), { timeout: 40_000 })
          .toMatchObject({ 2: { step: TASK + 1 } });
        if (engine === "WebKit") {
          await device.goto("about:blank");
        } else {
          await device.close();
          device = await openDevice(engine, { after: device });
          await device.resize(size);
        }
        await device.goto(academy.url + paths.course("2"));
        await expectStep(device, TASK + 1);
        await expectNoText(device, "Please sign in again");
        await press(device, link("Back"));
        await expectStep(device, TASK);
        await expectInPage(
          device,
          "the answer is there",
          (text) => [...document.querySelectorAll("textarea")].some(({ value }) => value === text),
          ANSWER,
        );
        await press(device, link("Continue"));
      });

      await test.step("reaches the quiz", async () => {
        await expectStep(device, TASK + 1);
        await press(device, link("Continue"));
        await expectStep(device, STEPS.length);
        await press(device, button("Take Quiz"));
        await expectText(device, "Pass: 80%");
      });

      await test.step("finds the step on a second device once the server answers again", async () => {
        await academy.restart();
        await device.goto(academy.url + paths.course("2", { step: TASK - 2 }));
        await expectStep(device, TASK - 2);
        await expect(async () => {
          // Chromium writes localStorage to the disk up to a minute late, so the kill may have lost a younger session.
          if ((await textOf(device)).includes("Please sign in again")) {
            await device.goto(academy.url + paths.auth());
            await signIn(device, email, PASSWORD);
            await expectAddress(device, /^\/academy\/dashboard$/);
          }
          const { data } = await learner.from("study_rows").select("key, content").eq("kind", "place");
          expect(data).toMatchObject([{ key: "2", content: { step: TASK - 2, furthest: STEPS.length } }]);
        }).toPass();
        const second = await openDevice(engine);
        await second.resize(size === PHONE ? LAPTOP : PHONE);
        await second.goto(`${academy.url}${paths.auth()}`);
        await signIn(second, email, PASSWORD);
        await expectAddress(second, /^\/academy\/dashboard$/);
        await expectText(second, "Last updated less than a minute ago");
        await second.goto(academy.url + paths.course("2"));
        await expectStep(second, TASK - 2);
        await second.goto(academy.url + paths.course("2", { step: ASK_STEP }));
        await expectText(second, "Not quite. Try once more.");
        await press(second, button(answerOf(ASKED.right[0])));
        await expectText(second, "Right this time.");
      });
    });
  }
}

/** The beginning of an answer, because a button that was pressed also says how it was judged. */
function answerOf(index = 0): RegExp {
  const text = ASKED?.kind === "ask" ? (ASKED.answers[index]?.text ?? "") : "";
  return new RegExp(`^${literally(text.replace(/<[^>]+>/g, ""))}`);
}

/** Expects this step, and no other one, on screen. */
async function expectStep(device: Driver, step: number): Promise<void> {
  await expectText(device, `Step ${step} of ${STEPS.length} · about`);
  await expectAddress(device, new RegExp(`\\?lesson=2&step=${step}$`));
  await expectInPage(
    device,
    `only step ${step} is on screen`,
    (number) => {
      const shown = [...document.querySelectorAll<HTMLElement>("main [data-step]")].filter(
        (each) =>
          each.checkVisibility({ contentVisibilityAuto: true }) && each.getBoundingClientRect().height > 0,
      );
      return shown.length === 1 && shown[0]?.dataset.step === `${number}`;
    },
    step,
  );
}

function expectTaskAsLeft(device: Driver): Promise<void> {
  return expectInPage(
    device,
    "the answer is there and the fold is open",
    (number, text) => {
      const step = document.querySelector(`main [data-step="${number}"]`);
      return (
        step?.querySelector("textarea")?.value === text && step.querySelectorAll("details[open]").length === 1
      );
    },
    TASK,
    ANSWER,
  );
}
