import { paths } from "../../src/domain/paths.ts";
import { type Driver, PHONE } from "./driver.ts";
import { INSTALLED, test } from "./engineTest.ts";
import { becomeLearner, expectInPage, expectText, expectWorker, fill, press } from "./steps.ts";
import { button, field, fold } from "./target.ts";

const MESSAGES = 20;
const CLAIMS = 8;
const PICTURES = 5;

// The labs that draw, show pictures or download. The others are forms, which src/features/labs tests as components.
for (const engine of INSTALLED) {
  test(`${engine}: a learner on a phone does four labs while the server is stopped, and finds them as they were after a reload`, {
    tag: "@deep",
  }, async ({ academy, openDevice }) => {
    test.setTimeout(600_000);
    const device = await openDevice(engine);
    await device.resize(PHONE);
    await becomeLearner(device, academy, `labs.${engine.toLowerCase()}@example.org`);
    await device.goto(academy.url + paths.device());
    await expectText(device, "The whole course is on this device.");
    await expectWorker(device);
    await academy.stop();

    await test.step("trains a classifier, tests it and spoils it", async () => {
      await device.goto(academy.url + paths.lab("sort-mail"));
      for (let message = 1; message <= MESSAGES; message += 1) {
        await expectText(device, `Message ${message} of ${MESSAGES}`);
        await press(device, button(message % 2 === 1 ? /^Urgent$/ : /^Can wait$/));
      }
      await press(device, button(/^8$/));
      await expectText(device, "It got 10 of 10 right. You said 8.");
      await press(device, button(/^9$/));
      await expectText(device, "It got 1 of 10 right. You said 9.");
      await press(device, button("Both the same"));
      await expectText(device, "You said: Both the same");
      await expectText(device, "Saved on this device");
      await expectFits(device);
      await device.reload();
      await expectText(device, "You said: Both the same");
    });

    await test.step("traces eight claims to their sources, and decides on five pictures", async () => {
      await device.goto(academy.url + paths.lab("trace-it"));
      await press(device, button(/^5$/));
      await fill(device, field("Search the library"), "streets team");
      await expectText(device, "1 of 11 documents shown.");
      await press(device, fold(/^Counting people in Harbour Street/));
      await expectText(device, "On six car-free Saturdays the average was 4,191 people");
      for (let claim = 1; claim <= CLAIMS; claim += 1) {
        await expectText(device, `Claim ${claim} of ${CLAIMS}`);
        await press(device, button(/^Supported/));
        await press(device, button(claim < CLAIMS ? "Next claim" : "See how many are supported"));
      }
      await expectText(device, "2 of 8 claims are supported. You said 5.");
      for (let picture = 1; picture <= PICTURES; picture += 1) {
        await expectText(device, `Picture ${picture} of ${PICTURES}`);
        await press(device, button(/^No: nobody in the EU/));
        await press(device, button(/^Label it: people/));
        await press(device, button(picture < PICTURES ? "Next picture" : "See both tables"));
      }
      await expectText(device, "Saved on this device");
      await device.reload();
      await expectText(device, "Both of your answers were the same as ours on 1 of 5 pictures.");
      await expectFits(device);
    });

    await test.step("ties people on a map until every no arrives, and draws in a group", async () => {
      await device.goto(academy.url + paths.lab("draw-relationships"));
      await press(device, button(/^2$/));
      await press(device, button("1, Office, heard"));
      await press(device, button("5, Caretakers, not heard"));
      await expectText(device, "Office and Caretakers are tied. A no arrives from 4 of 4.");
      await press(device, button("Draw in: Their families"));
      await expectText(device, "Their families: now number 6 on the map.");
      await expectText(device, "Saved on this device");
      await device.reload();
      await expectText(device, "A no arrives from 4 of 5. Ties that you drew: 1.");
      await expectFits(device);
    });

    await test.step("counts with the tokenizer of the course, and once it is removed, keeps a prediction and downloads it again", async () => {
      const predict = async () => {
        await press(device, button("Hindi"));
        await press(device, button(/^3$/));
      };
      await device.goto(academy.url + paths.lab("cost-of-words"));
      await predict();
      await expectText(device, "Burmese needs the most: 134 tokens, 4.1 times as many as English.");
      await press(device, button("Start again"));
      await expectText(device, "Saved on this device");
      await device.goto(academy.url + paths.device());
      await press(device, button("Remove the tokenizer"));
      await press(device, button("Remove"));
      await expectText(device, "What you removed is not downloaded again until you ask for it.");
      await device.goto(academy.url + paths.lab("cost-of-words"));
      await predict();
      await expectText(device, "Saved on this device");
      // Some browsers would still have the file in the cache of their own.
      await academy.restart();
      await press(device, button(/^Download the tokenizer/));
      await expectText(device, "Burmese needs the most: 134 tokens, 4.1 times as many as English.");
      await expectText(device, "Saved");
      await academy.stop();
      await device.reload();
      await expectText(device, "Burmese needs the most: 134 tokens, 4.1 times as many as English.");
      await expectFits(device);
    });

    await academy.restart();
  });
}

function expectFits(device: Driver): Promise<void> {
  return expectInPage(
    device,
    "the page does not scroll sideways",
    () => document.documentElement.scrollWidth <= window.innerWidth,
  );
}
