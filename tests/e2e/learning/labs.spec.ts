import { expect, type Page } from "@playwright/test";
import { stepsOf } from "../../../src/domain/course/steps.ts";
import { paths } from "../../../src/domain/paths.ts";
import { LABS } from "../../../src/domain/study/pacing.ts";
import { test } from "../support/academyTest.ts";
import { expectAccessible } from "../support/accessible.ts";
import { becomeMember } from "../support/member.ts";
import { waitForWorker, watchPage } from "../support/page.ts";
import { packOf } from "../support/quiz.ts";
import { becomeLearner } from "../support/shop.ts";

const FIELD = "l01-lab-sort-mail";
const MESSAGES = 20;

/** Labels every message by keyboard: the messages alternate between urgent and not. */
async function labelAll(page: Page): Promise<void> {
  for (let message = 1; message <= MESSAGES; message += 1) {
    await expect(page.getByText(`Message ${message} of ${MESSAGES}`)).toBeVisible();
    await page
      .getByRole("button", { name: message % 2 === 1 ? "Urgent" : "Can wait", exact: true })
      .press("Enter");
  }
}

test("a lab is done by keyboard without a connection, survives a reload, and is sent when there is one", async ({
  context,
  page,
  backstage,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const faults = watchPage(page);
  const userId = await becomeMember(page, backstage, "lab@example.org");
  await page.goto(paths.lab("sort-mail"));
  await expect(page.getByRole("heading", { name: "Teach a machine to sort mail" })).toBeVisible();
  await expect(page.getByText("The machine has learned nothing yet.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Urgent", exact: true })).toBeInViewport();
  await waitForWorker(page);

  await test.step("without a connection, the page opens and the lab runs", async () => {
    await context.setOffline(true);
    await page.reload();
    await labelAll(page);
    await expect(page.getByRole("list", { name: "Point to “urgent”" })).toContainText("hurry");
    await page.getByRole("button", { name: "7", exact: true }).press("Enter");
    await expect(page.getByText("It got 10 of 10 right. You said 7.")).toBeFocused();
    await expect(page.getByText("Saved on this device")).toBeVisible();
    await expect(page.getByRole("heading", { name: "What you just saw" })).toBeHidden();
  });

  await test.step("a reload returns to the same part, and the rest shows how the test misled", async () => {
    await page.reload();
    await expect(page.getByText("It got 10 of 10 right. You said 7.")).toBeVisible();
    await page.getByRole("button", { name: "9", exact: true }).click();
    await expect(page.getByText("It got 1 of 10 right. You said 9.")).toBeVisible();
    await page.getByRole("button", { name: "Both the same" }).click();
    await expect(page.getByRole("heading", { name: "What you just saw" })).toBeVisible();
    const after = page.getByRole("table", { name: "Chance of urgent, before and after" });
    for (const [house, chance] of [
      ["Westgate", "68%"],
      ["Eastfield", "35%"],
    ] as const)
      await expect(after.getByRole("row").filter({ hasText: house }).getByRole("cell").last()).toHaveText(
        chance,
      );
    await page.getByLabel(/^Who labels the examples/).fill("The intake team.");
    await expect(page.getByText("Saved on this device").last()).toBeVisible();
  });
  await expectAccessible(page, [320, 1280]);

  await test.step("the server has the state and the answer once there is a connection", async () => {
    await context.setOffline(false);
    await expect(async () => {
      const { data } = await backstage.database
        .from("study_rows")
        .select("content")
        .match({ user_id: userId, kind: "workbook" })
        .order("key");
      expect(data?.map(({ content }) => content)).toEqual([
        { fieldId: "l01-lab-labels", value: "The intake team." },
        {
          fieldId: FIELD,
          value: expect.stringMatching(/^done\n\{"labels":"(uw){10}","alike":7,"unlike":9,/),
        },
      ]);
    }).toPass({ timeout: 30_000 });
  });

  await test.step("a done lab stays done when the learner starts again", async () => {
    await page.getByRole("button", { name: "Start again" }).click();
    await expect(page.getByText(`Message 1 of ${MESSAGES}`)).toBeVisible();
    await expect(async () => {
      const { data } = await backstage.database.from("study_rows").select("content").eq("key", FIELD);
      expect(data).toMatchObject([
        { content: { value: expect.stringMatching(/^done\n\{"labels":"-{20}"/) } },
      ]);
    }).toPass({ timeout: 30_000 });
  });
  expect(faults).toEqual([]);
});

test("a task is done by keyboard without a connection: its words copied, the answer pasted, its points marked", async ({
  context,
  page,
  backstage,
}) => {
  const faults = watchPage(page);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await becomeMember(page, backstage, "task@example.org");
  await page.goto(paths.lab("choose-a-tool"));
  await expect(page.getByRole("heading", { name: "Choose your assistant", level: 1 })).toBeVisible();
  await waitForWorker(page);
  await context.setOffline(true);
  await page.reload();
  const block = page.locator(".block-copy").first();
  await block.getByRole("button", { name: "Copy" }).press("Enter");
  await expect(block.getByText("Copied")).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).not.toBe("");
  await page.locator("textarea").first().fill(copied);
  const rubric = page.locator(".island-lab");
  await expect(rubric.getByText("Point 1 of")).toBeVisible();
  for (const point of await rubric.getByRole("group").all())
    await point.getByRole("radio", { name: "Yes" }).press(" ");
  await expect(rubric.getByText("Task done")).toBeVisible();
  await expect(rubric.getByRole("heading", { name: "What you found" })).toBeVisible();
  await expectAccessible(page, [320, 1280]);
  await rubric.getByRole("link", { name: "Done" }).click();
  const tasks = page.getByRole("region", { name: "With your own assistant" });
  await expect(tasks.getByRole("listitem").filter({ hasText: "Choose your assistant" })).toContainText(
    "Done",
  );
  await expectAccessible(page, [320, 1280]);
  expect(faults).toEqual([]);
});

test("every lab, task and topic of the plan is accessible at its start, on narrow and wide windows, in both themes", {
  tag: "@deep",
}, async ({ page, academy }) => {
  test.setTimeout(600_000);
  const faults = watchPage(page);
  await becomeLearner(page, academy, "lab.axe@example.org", "a-password-of-my-own");
  await page.goto(paths.device());
  await expect(page.getByText("The whole course is on this device.")).toBeVisible();
  for (const { lab, title, form } of LABS) {
    await page.goto(paths.lab(lab));
    await expect(page.getByRole("heading", { name: title, level: 1 })).toBeVisible();
    if (form) await expect(page.locator(".island-lab").locator("button, input").first()).toBeVisible();
    else {
      await expect(page.getByRole("heading", { level: 3 }).first()).toBeVisible();
      await page.setViewportSize({ width: 360, height: 740 });
      await page.evaluate(() => scrollTo(0, 0));
      const control = page.locator(".lab-toy").locator("button, input").first();
      await expect(control, `a control of ${title} is on the first screen`).toBeInViewport();
    }
    await expectAccessible(page, [320, 1280]);
  }
  expect(faults).toEqual([]);
});

test("the list of labs has further reading below it and leads to each lab, and so do the lesson and the search", async ({
  page,
  backstage,
}) => {
  await becomeMember(page, backstage, "lab.list@example.org");
  await page.goto(paths.lab());
  const reading = page.getByRole("region", { name: "Further reading" });
  await expect(
    reading.getByRole("region", { name: "Lesson 1: What AI Is, and What It Isn't" }),
  ).toContainText("UNESCO, AI competency framework for students");
  await expectAccessible(page, [320, 390, 1280]);
  const card = page.getByRole("listitem").filter({ hasText: "Teach a machine to sort mail" });
  await expect(card).toContainText("Not begun");
  await page.getByRole("link", { name: "Teach a machine to sort mail" }).click();
  await expect(page).toHaveURL(paths.lab("sort-mail"));
  await page.getByRole("button", { name: "Urgent", exact: true }).click();
  await expect(page.getByText("Saved on this device")).toBeVisible();
  await page.goto(paths.lab());
  await expect(card).toContainText("Begun");
  await card.getByRole("link").click();
  await page.getByRole("link", { name: "Back to lesson 1" }).click();
  await page.goto(paths.course("1", { step: stepsOf(packOf("1")).length }));
  await expect(page.getByRole("link", { name: "Teach a machine to sort mail" })).toHaveCount(1);
  await page.goto(paths.search("naive Bayes"));
  await page.getByRole("link", { name: /Teach a machine to sort mail/ }).click();
  await expect(page).toHaveURL(paths.lab("sort-mail"));
  await page.goto(paths.lab("no-such-lab"));
  await expect(page.getByText("This lab is not on this device")).toBeVisible();
});
