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
      await choose(device, "How many of the ten will it get right?", "8");
      await press(device, button("Test it"));
      await expectText(device, "It got 10 of 10 right. You said 8.");
      await choose(device, "How many of the ten will it get right?", "9");
      await press(device, button("Test it"));
      await expectText(device, "It got 1 of 10 right. You said 9.");
      await press(device, field("Both the same"));
      await press(device, button("Train it again"));
      await expectText(device, "You said: Both the same");
      await expectText(device, "Saved on this device");
      await expectFits(device);
      await device.reload();
      await expectText(device, "You said: Both the same");
    });

    await test.step("traces eight claims to their sources, and decides on five pictures", async () => {
      await device.goto(academy.url + paths.lab("trace-it"));
      await choose(device, "How many of the 8 will their sources support?", "5");
      await press(device, button("Open the library"));
      await fill(device, field("Search the library"), "streets team");
      await expectText(device, "1 of 11 documents shown.");
      await press(device, fold(/^Counting people in Harbour Street/));
      await expectText(device, "On six car-free Saturdays the average was 4,191 people");
      for (let claim = 1; claim <= CLAIMS; claim += 1) {
        await expectText(device, `Claim ${claim} of ${CLAIMS}`);
        await press(device, field(/^Supported/));
        await press(device, button("Give this verdict"));
        await press(device, button(claim < CLAIMS ? "Next claim" : "See how many are supported"));
      }
      await expectText(device, "2 of 8 claims are supported. You said 5.");
      for (let picture = 1; picture <= PICTURES; picture += 1) {
        await expectText(device, `Picture ${picture} of ${PICTURES}`);
        await press(device, field(/^No: nobody in the EU/));
        await press(device, field(/^Label it: people/));
        await press(device, button("Give these answers"));
        await press(device, button(picture < PICTURES ? "Next picture" : "See both tables"));
      }
      await expectText(device, "Saved on this device");
      await device.reload();
      await expectText(device, "Both of your answers were the same as ours on 1 of 5 pictures.");
      await expectFits(device);
    });

    await test.step("draws a map of relationships, and finds whom it leaves out", async () => {
      await device.goto(academy.url + paths.lab("draw-relationships"));
      await press(device, button("Map the made-up case"));
      await press(device, button("Move 2, Office"));
      await press(device, button("Left"));
      await expectText(device, "Office was moved left, to ");
      await choose(device, "How many will it find?", "2");
      await press(device, button("Find whom I left out"));
      await expectText(device, "Your device found 4. You said 2.");
      await press(device, field("Can say no: Office"));
      await press(device, button("Add to the map: Their families"));
      await choose(device, "Between", "Office");
      await choose(device, "And", "Their families");
      await press(device, field("Strained"));
      await fill(device, field(/^What Office owes Their families/), "a warning before work starts");
      await fill(device, field(/^What Their families owes Office/), "a word when it goes wrong");
      await press(device, button("Add the tie"));
      await expectText(device, "Office – Their families was added.");
      await expectText(device, "Saved on this device");
      await device.reload();
      await expectText(device, "Your device found 4. You said 2. After your changes: 3.");
      await expectFits(device);
    });

    await test.step("counts with the tokenizer of the course, and once it is removed, keeps a prediction and downloads it again", async () => {
      const predict = async () => {
        await choose(device, "Which of them will need the most tokens?", "7");
        await choose(device, "How many times as many as English?", "3");
        await press(device, button("That is my guess"));
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

/** Chooses an option. The list that opens belongs to the system and not to the page. */
function choose(device: Driver, label: string, value: string): Promise<void> {
  return expectInPage(
    device,
    `${value} is chosen`,
    (name, option) => {
      const labels = [...document.querySelectorAll("label")].filter(
        ({ textContent }) => textContent === name,
      );
      const select = labels[0]?.control;
      if (!(select instanceof HTMLSelectElement) || labels.length !== 1) return false;
      select.value = option;
      select.dispatchEvent(new Event("change", { bubbles: true }));
      return true;
    },
    label,
    value,
  );
}

function expectFits(device: Driver): Promise<void> {
  return expectInPage(
    device,
    "the page does not scroll sideways",
    () => document.documentElement.scrollWidth <= window.innerWidth,
  );
}
