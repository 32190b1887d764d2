import { expect } from "@playwright/test";
import { LESSON_IDS } from "../../src/domain/ids.ts";
import { paths } from "../../src/domain/paths.ts";
import { LAPTOP } from "./driver.ts";
import { INSTALLED, test } from "./engineTest.ts";
import {
  becomeLearner,
  expectAddress,
  expectInPage,
  expectLesson,
  expectNoText,
  expectText,
  expectWorker,
  openLesson,
  PASSWORD,
  press,
  signIn,
  takeQuiz,
} from "./steps.ts";
import { button, field } from "./target.ts";

const [FIRST, ...OTHERS] = LESSON_IDS;

for (const engine of INSTALLED) {
  test(`${engine}: a learner reads the whole course and takes a quiz while the server is stopped, then finds the progress on the server and on a second device (S-009, S-021, S-022, S-117, S-120)`, {
    tag: "@deep",
  }, async ({ academy, openDevice }) => {
    test.setTimeout(300_000);
    const email = `course.${engine.toLowerCase()}@example.org`;
    const device = await openDevice(engine);
    const learner = await becomeLearner(device, academy, email);

    await test.step("has the whole course on the device", async () => {
      await device.goto(academy.url + paths.device());
      await expectText(device, "The whole course is on this device.");
      await expectWorker(device);
    });

    await test.step("reads every lesson while the server is stopped", async () => {
      await academy.stop();
      await device.reload();
      await expectText(device, "The whole course is on this device.");
      for (const lessonId of OTHERS) await openLesson(device, academy, lessonId);
    });

    await test.step("finds a half-answered quiz at its first unanswered question after closing the page", async () => {
      await openLesson(device, academy, FIRST);
      await press(device, button("Take Quiz"));
      await expectText(device, "Question 1 of 5");
      await press(device, field(/./, "form ol > li:not([hidden]) label:first-of-type"));
      await press(device, button("Question 1, answered"));
      await device.reload();
      await expectLesson(device, FIRST);
      await press(device, button("Take Quiz"));
      await expectText(device, "Your answers are as you left them.");
      await expectText(device, "Question 2 of 5");
      await expectInPage(device, "the buttons are at the lower edge", () => {
        const box = document.querySelector(".quiz-bar")?.getBoundingClientRect();
        return box !== undefined && Math.abs(box.bottom - innerHeight) < 1;
      });
      await press(device, button("Start again"));
      await press(device, button("Cancel"));
    });

    await test.step("fails a quiz with feedback, and passes it", async () => {
      await takeQuiz(device, FIRST, { wrong: 2 });
      await expectText(device, "Your score: 60%");
      await press(device, button("See your 2 mistakes"));
      await expectText(device, "Incorrect. Correct answer:");
      await expectInPage(
        device,
        "the focus is on the first question",
        () => document.activeElement?.textContent?.startsWith("Question 1 of 5") === true,
      );
      await press(device, button("Back"));
      await press(device, button("Back to Lesson"));
      await takeQuiz(device, FIRST, { wrong: 1 });
      await expectText(device, "Lesson Complete!");
      await device.reload();
      await expectText(device, "Your best score: 80%");
    });

    await test.step("sends everything once the server answers again", async () => {
      await academy.restart();
      await device.reload();
      await expect(async () => {
        const { data: progress } = await learner
          .from("course_progress")
          .select("lesson_id, completed, quiz_score");
        expect(progress).toEqual([{ lesson_id: "1", completed: true, quiz_score: 80 }]);
      }).toPass();
      const { data: attempts } = await learner
        .from("quiz_attempts")
        .select("score, passed")
        .order("taken_at");
      expect(attempts).toEqual([
        { score: 60, passed: false },
        { score: 80, passed: true },
      ]);
      await device.goto(academy.url + paths.device());
      await expectText(device, /waiting to be sent 0\b/);
    });

    await test.step("finds the same progress on a second device", async () => {
      const second = await openDevice(engine);
      await second.resize(LAPTOP);
      await second.goto(`${academy.url}/auth`);
      await signIn(second, email, PASSWORD);
      await expectAddress(second, /^\/academy\/dashboard$/);
      await second.goto(academy.url + paths.course());
      await expectText(second, "1 of 11 lessons complete");
      // A device shows lessons step by step until the learner chooses otherwise, and the quiz is on the last step.
      await second.goto(`${academy.url}${paths.course(FIRST)}&step=99`);
      await expectText(second, "Your best score: 80%");
      await expectNoText(second, "Something went wrong");
    });
  });
}
