import { paths } from "../../src/domain/paths.ts";
import { type Driver, PHONE } from "./driver.ts";
import { INSTALLED, test } from "./engineTest.ts";
import { becomeLearner, expectInPage, expectText, expectWorker, fill, press } from "./steps.ts";
import { button, field, fold } from "./target.ts";

const MESSAGES = 20;
const APPLICATIONS = 30;
/** What the rubric of the capstone says for 3 points, criterion by criterion. */
const THREE_POINTS = [
  /Clear limits and one workable test/,
  /A delegation map and a checked workflow/,
  /Correct tier, dated/,
  /Two traditions applied/,
  /a way to contest/,
];
const CLAIMS = 8;
const PICTURES = 5;

for (const engine of INSTALLED) {
  test(`${engine}: a learner on a phone does the labs while the server is stopped, and finds them as they were after a reload`, {
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

    await test.step("cuts a sentence, guesses the next token, and compares three language models", async () => {
      await device.goto(academy.url + paths.lab("guess-next-word"));
      await press(device, field(/whole words and pieces/));
      await press(device, button("Cut it"));
      await press(device, field("read"));
      await press(device, button("Show the probabilities"));
      await expectText(device, "“Before you” continues with “start”");
      await press(device, field("1", "fieldset:last-of-type"));
      await press(device, button("Let it write"));
      await press(device, field("four"));
      await press(device, button("Let it answer"));
      await expectText(device, "It says “In Chinese, a token is about four”");
      await choose(device, "In how many of 100 places will the model with all the text be right?", "3");
      await press(device, button("Test all three"));
      await expectText(device, /With all the text it was right in \d+ of 100 places\. You said 30\./);
      await expectText(device, "Saved on this device");
      await device.reload();
      await expectText(device, /With all the text it was right in \d+ of 100 places\. You said 30\./);
      await expectFits(device);
    });

    await test.step("briefs, reads two recorded answers and finds errors", async () => {
      await device.goto(academy.url + paths.lab("brief-it"));
      await press(device, field("Context"));
      await press(device, button("Write the brief"));
      await press(device, button("Read the answer"));
      await expectText(device, "Brief: the request alone.");
      for (const part of [/^Goal/, /^Context/, /^Example/, /^Format/, /^Limits/])
        await press(device, field(part));
      await press(device, button("Read the answer"));
      await expectText(device, "What changed these answers most: Limits. You said Context.");
      await choose(device, "How many of the 4 will you find?", "4");
      await press(device, button("Show the answer and start the clock"));
      await press(device, field(/front entrance has a ramp/));
      await expectText(device, "Saved on this device");
      await device.reload();
      await press(device, button("Check my marks"));
      await expectText(device, "You found 1 of 4 errors. You said 4.");
      await expectFits(device);
    });

    await test.step("lets an agent run with every key, then with others", async () => {
      await device.goto(academy.url + paths.lab("agent-keys"));
      await press(device, field("Nothing bad"));
      await press(device, button("Let it run"));
      await expectText(device, "A stranger now has all your contracts.");
      await press(device, button("Rewind, with other keys"));
      await press(device, field(/^Ask me$/, "fieldset:nth-of-type(5)"));
      await press(device, field(/^Never$/, "fieldset:nth-of-type(4)"));
      await press(device, button("Let it run"));
      await expectText(device, "Pay invoice 2207, £180, to the supplier’s usual account?");
      await press(device, button("Approve"));
      await expectText(device, "Pay invoice 2208, £1,840, to the supplier’s new account?");
      await expectText(device, "Saved on this device");
      await device.reload();
      await expectText(device, "Pay invoice 2208, £1,840, to the supplier’s new account?");
      await press(device, button("Refuse"));
      await expectText(device, "No harm was done. 3 of 3 jobs are finished, and you were asked 2 times.");
      await expectText(device, "make 243 sets of keys");
      await expectFits(device);
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

    await test.step("orders the points of a case through four lenses", async () => {
      await device.goto(academy.url + paths.lab("four-lenses"));
      await press(device, button("This is the order"));
      await expectText(device, "Lens 1 of 4: Results");
      await press(device, button(/^Up: Every evening/));
      await expectText(device, "Now in place 2.");
      for (const lens of ["2 of 4: Duty", "3 of 4: Relationships", "4 of 4: Buddhist ideas"]) {
        await press(device, button("This is the order"));
        await expectText(device, `Lens ${lens}`);
      }
      await press(device, button("This is the order"));
      await expectText(device, "Saved on this device");
      await device.reload();
      await press(device, field("Duty"));
      await press(device, button("Compare"));
      await expectText(
        device,
        "What changed your order most: Results, with 1 of 15 pairs the other way round. You said Duty.",
      );
      await expectFits(device);
    });

    await test.step("sets a cut-off, and tries every pair of them", async () => {
      await device.goto(academy.url + paths.lab("draw-the-line"));
      await press(device, button("Keep this cut-off"));
      await press(device, field("Yes, in several ways"));
      await press(device, button("Let me try"));
      await expectText(device, "Equal approvals: not met");
      await expectText(device, "Saved on this device");
      await device.reload();
      await press(device, button("Go on without reaching all three"));
      await expectText(device, "Of 121 pairs, none meets all three goals. You said: yes, in several ways.");
      await expectFits(device);
    });

    await test.step("decides beside a suggestion, undoes a decision and sees which errors were caught", async () => {
      await device.goto(academy.url + paths.lab("human-check"));
      await choose(device, "Of ten wrong suggestions, how many will you catch?", "5");
      await press(device, button("Start"));
      await press(device, button("Refuse"));
      await press(device, button("Undo: 1 was refused"));
      for (let application = 1; application <= APPLICATIONS; application += 1) {
        await expectText(device, `Application ${application} of ${APPLICATIONS}`);
        await press(device, button("Approve"));
      }
      await expectText(device, "Saved on this device");
      await device.reload();
      await press(device, button("See what you caught"));
      await expectText(device, "You caught 2 of 6 wrong suggestions. You said 5 of 10.");
      await expectFits(device);
    });

    await test.step("finds the rules for a system, with a wrong turn that explains itself", async () => {
      await device.goto(academy.url + paths.lab("which-rules"));
      await choose(device, "How many of them are prohibited or high-risk under the EU AI Act?", "4");
      await press(device, button("Begin"));
      await press(device, button(/^3\. The opening-hours chatbot/));
      await press(device, field("Minimal"));
      await press(device, button("Answer"));
      await expectText(device, "The word is a teacher’s and not the Act’s.");
      await expectText(device, "Saved on this device");
      await device.reload();
      for (const answer of [
        "Transparency",
        "They are talking to a machine",
        "No, nothing significant is decided about anybody",
        "Hardly: it treats nobody better or worse",
        "No, it uses personal data, but a high risk is not likely",
      ]) {
        await press(device, field(answer));
        await press(device, button("Answer"));
      }
      await expectText(device, "You took 1 wrong turn.");
      await expectFits(device);
    });

    await test.step("calculates the true time of a task", async () => {
      await device.goto(academy.url + paths.lab("true-time"));
      await press(device, button("Fill in a made-up example"));
      await fill(device, field("The task (optional)"), "Minutes of a meeting");
      await choose(device, "In how many of ten such tasks will AI save you time?", "9");
      await press(device, button("Calculate"));
      await expectText(device, /AI saved time in \d+ of 1,000\. You said 9 of 10\./);
      await expectText(device, "Saved on this device");
      await device.reload();
      await expectText(device, "AI stops saving time when checking takes 56 minutes");
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

    await test.step("follows the energy of a year", async () => {
      await device.goto(academy.url + paths.lab("follow-the-energy"));
      await choose(
        device,
        "With every number half-way between its two ends, what share of the organisation’s electricity do its prompts use?",
        "2",
      );
      await press(device, button("Calculate"));
      await expectText(
        device,
        /Half-way, the prompts take [\d.]+% of the electricity\. You said: 1% to 10%\./,
      );
      await choose(
        device,
        "At what share of the organisation’s electricity would you do something about its prompts?",
        "1",
      );
      await press(device, button("Show what would have to be true"));
      await expectText(device, "Saved on this device");
      await device.reload();
      await expectText(device, "What would have to be true for 5%");
      await expectFits(device);
    });

    await test.step("scores two reviews, compares them with reasoned scores, and scores the learner's own", async () => {
      await device.goto(academy.url + paths.lab("review-a-review"));
      for (const [total, next] of [
        ["16", "Go to the second review"],
        ["10", "Score your own review"],
      ] as const) {
        await choose(device, "At first sight, how many of 20 points is it worth?", total);
        await press(device, button("Score it"));
        for (const level of THREE_POINTS) await press(device, field(level));
        await press(device, button("Compare with our scores"));
        await expectText(device, `You gave 15 of 20, and we gave 12. At first sight you said ${total}.`);
        await expectFits(device);
        await press(device, button(next));
      }
      await expectText(device, "Your workbook has no review yet.");
      await press(device, field(/Two lenses named/));
      for (const level of THREE_POINTS.filter((each) => !each.source.includes("traditions")))
        await press(device, field(level));
      await expectText(device, "Your review: 13 of 20 points. By your scores that is a pass.");
      await expectText(device, "Improve criterion 4 first: Plural ethics.");
      await expectText(device, "Saved on this device");
      await device.reload();
      await expectText(device, "Improve criterion 4 first: Plural ethics.");
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
