import { paths } from "../../src/domain/paths.ts";
import { INSTALLED, test } from "./engineTest.ts";
import { becomeLearner, expectLesson, expectStarted, expectText, openLesson, press } from "./steps.ts";
import { button } from "./target.ts";
import {
  expectContactFormSends,
  expectHonest,
  expectNoUpdateOffered,
  expectStartAfterScrolledReload,
  FREE_LESSON,
} from "./visits.ts";

test.describe.configure({ mode: "parallel" });

for (const engine of INSTALLED) {
  test(`${engine}: a first visit offers no update, the app starts after a reload while scrolled, and a learner signs in and completes a lesson`, async ({
    academy,
    openDevice,
  }) => {
    const device = await openDevice(engine);

    await test.step("a first visit offers no update", async () => {
      await device.goto(academy.url + FREE_LESSON);
      await expectLesson(device, "1");
      await expectNoUpdateOffered(device);
    });

    await test.step("the app starts after a reload while scrolled", async () => {
      await device.goto(academy.url + paths.academy());
      await expectStarted(device);
      await expectStartAfterScrolledReload(device);
    });

    await test.step("a learner signs in and completes a lesson", async () => {
      await becomeLearner(device, academy, `smoke.${engine.toLowerCase()}@example.org`);
      await openLesson(device, academy, "2");
      await press(device, button("Mark as Complete"));
      await expectText(device, "Share your progress");
      await device.reload();
      await expectLesson(device, "2");
      await expectText(device, "Completed");
    });
  });

  test(`${engine}: a visitor who blocks site data can send a contact message`, async ({
    academy,
    openDevice,
  }) => {
    const device = await openDevice(engine, { blocksSiteData: true });
    await expectContactFormSends(device, academy, `blocked.${engine.toLowerCase()}@example.org`);
    await expectHonest(device);
  });
}
