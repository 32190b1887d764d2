import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, expect, type Locator, type Page } from "@playwright/test";
import { CHROMIUM_ARGS, requireHeadless } from "../support/programs.ts";
import { test } from "./support/academyTest.ts";
import type { Backstage } from "./support/backstage.ts";
import { killBrowser } from "./support/killBrowser.ts";
import { becomeMember } from "./support/member.ts";
import { waitForWorker, watchPage } from "./support/page.ts";
import { packOf } from "./support/quiz.ts";
import { becomeLearner } from "./support/shop.ts";
import { readWholeLessons } from "./support/wholeLesson.ts";

const START = "One thing that is AI, one that is not, and why I think so";
const SYSTEM = "My system: is it AI, who carries the risk, and who can say no?";
/** The sheets that must fit on one A4 page. */
const SHEETS = [
  "triage-sheet",
  "date-table",
  "prompt-checklist",
  "workflow-card",
  "capstone-brief",
  "rubric",
];

const answer = (page: Page, label: string) => page.getByRole("textbox", { name: label });

/** Opens a lesson and waits for its interactive parts. */
async function openLesson(page: Page, id: string): Promise<void> {
  await page.goto(`/academy/course/ai-fluency?lesson=${id}`);
  await expect(page.getByRole("button", { name: "Check", exact: true })).toBeVisible();
}

/** The heights of a text box and of its text. */
function heights(box: Locator): Promise<{ shown: number; text: number }> {
  return box.evaluate((control) => ({ shown: control.clientHeight, text: control.scrollHeight }));
}

/** This learner's workbook on the server. */
async function kept({ database }: Backstage, userId: string): Promise<Record<string, string>> {
  const { data } = await database
    .from("study_rows")
    .select("key, content")
    .match({ user_id: userId, kind: "workbook" });
  return Object.fromEntries((data ?? []).map(({ key, content }) => [key, content.value]));
}

test.beforeEach(({ context }) => readWholeLessons(context));

for (const width of [320, 390, 1280]) {
  test(`a field of a lesson is as high as its shape before the app has started, so that no text moves, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openLesson(page, "1");
    const fields = await page.locator(".island-field").evaluateAll((islands, html) => {
      const compiled = new DOMParser().parseFromString(html, "text/html");
      return islands.map((island) => {
        const height = island.getBoundingClientRect().height;
        const shape = compiled.querySelector(`[data-island="${island.getAttribute("data-island")}"]`);
        island.replaceWith(shape as Element);
        return { height, shape: shape?.getBoundingClientRect().height };
      });
    }, packOf("1").html);
    expect(fields.length).toBeGreaterThan(1);
    for (const { height, shape } of fields) expect(shape).toBeCloseTo(height, 0);
  });
}

test("a workbook answer shown as saved is not lost when the browser is killed at that moment", async ({
  academy,
  backstage,
}) => {
  const profile = mkdtempSync(join(tmpdir(), "academy-profile-"));
  const open = async () => {
    const opened = await chromium.launchPersistentContext(profile, {
      executablePath: requireHeadless(),
      args: CHROMIUM_ARGS,
      baseURL: academy.url,
    });
    await readWholeLessons(opened);
    return opened;
  };
  let context: BrowserContext = await open();
  try {
    const userId = await becomeMember(await context.newPage(), backstage, "writer@example.org");
    // Browsers write the session to disk with a delay. Closing the browser writes it now, because this test is about
    // the text only.
    await context.close();
    context = await open();
    let page = await context.newPage();
    await openLesson(page, "1");
    await context.setOffline(true);
    await answer(page, START).fill("A spam filter is. A thermostat is not.");
    await expect(page.getByText("Saved on this device")).toBeVisible();
    const closed = context.waitForEvent("close");
    killBrowser(profile);
    await closed;

    context = await open();
    page = await context.newPage();
    await openLesson(page, "1");
    await expect(answer(page, START)).toHaveValue("A spam filter is. A thermostat is not.");
    await expect(async () =>
      expect(await kept(backstage, userId)).toEqual({
        "l01-start": "A spam filter is. A thermostat is not.",
      }),
    ).toPass();

    // Reloads before the text can be shown as saved.
    await answer(page, START).fill("A spam filter is. A timer is n");
    await page.reload();
    await expect(answer(page, START)).toHaveValue("A spam filter is. A timer is n");
  } finally {
    await context.close().catch(() => undefined);
    rmSync(profile, { recursive: true, force: true });
  }
});

test("workbook answers written in two tabs, online or offline, appear in both tabs, in the workbook and on the server", {
  tag: "@deep",
}, async ({ context, page, backstage }) => {
  const faults = watchPage(page);
  const userId = await becomeMember(page, backstage, "tabs@example.org");
  await openLesson(page, "1");
  await waitForWorker(page);
  const second = await context.newPage();
  await openLesson(second, "1");

  await test.step("two fields can be edited in two tabs at the same time", async () => {
    await Promise.all([
      answer(page, START).pressSequentially("A filter, not a timer."),
      answer(second, SYSTEM).pressSequentially("A plagiarism checker."),
    ]);
    await expect(answer(second, START)).toHaveValue("A filter, not a timer.");
    await expect(answer(page, SYSTEM)).toHaveValue("A plagiarism checker.");
  });
  await test.step("a field grows with a long answer, so that no line is hidden", async () => {
    const before = await heights(answer(page, SYSTEM));
    await answer(page, SYSTEM).fill(`A plagiarism checker.${"\nIt compares texts.".repeat(20)}`);
    const after = await heights(answer(page, SYSTEM));
    expect(after.shown).toBeGreaterThan(before.shown);
    expect(after.text).toBeLessThanOrEqual(after.shown);
    await answer(page, SYSTEM).fill("A plagiarism checker.");
    expect(await heights(answer(page, SYSTEM))).toEqual(before);
  });

  await test.step("an answer written in one tab can be continued in the other", async () => {
    await answer(second, START).press("End");
    await answer(second, START).pressSequentially(" Because it learned.");
    await answer(second, START).blur();
    await answer(page, START).blur();
    await expect(answer(page, START)).toHaveValue("A filter, not a timer. Because it learned.");
  });

  await test.step("when both tabs edit the same field at the same time, typed text stays until the field loses focus, then the later answer wins", async () => {
    await answer(page, START).fill("Written first");
    await expect(answer(second, START)).toHaveValue("Written first");
    await answer(page, START).pressSequentially(", and while the other tab writes");
    await answer(second, START).fill("Written last");
    await expect(second.getByText("Saved on this device")).toBeVisible();
    await expect(answer(page, START)).toHaveValue("Written first, and while the other tab writes");
    await answer(page, START).blur();
    await expect(answer(page, START)).toHaveValue("Written last");
    await second.close();
  });

  await test.step("an answer written offline survives a reload, appears in the workbook and is sent later", async () => {
    await context.setOffline(true);
    await answer(page, SYSTEM).fill("A plagiarism checker. My tutor can say no.");
    await expect(page.getByText("Saved on this device")).toHaveCount(2);
    await page.reload();
    await expect(answer(page, SYSTEM)).toHaveValue("A plagiarism checker. My tutor can say no.");
    await page.goto("/academy/workbook");
    await expect(answer(page, SYSTEM)).toHaveValue("A plagiarism checker. My tutor can say no.");
    await context.setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(async () =>
      expect(await kept(backstage, userId)).toEqual({
        "l01-start": "Written last",
        "l01-system": "A plagiarism checker. My tutor can say no.",
      }),
    ).toPass();
  });
  expect(faults).toEqual([]);
});

test("a learner uses the glossary, a folded answer and a sorting exercise by keyboard, and a reload keeps the answer open and the items sorted", {
  tag: "@deep",
}, async ({ page, backstage }) => {
  const faults = watchPage(page);
  await becomeMember(page, backstage, "keys@example.org");
  await openLesson(page, "1");
  const status = page.locator(".block-sort").getByRole("status");

  await test.step("shows the definition of a term and returns the focus to it", async () => {
    const term = page.getByRole("link", { name: "contest", exact: true });
    for (const leave of ["Escape", "Enter"]) {
      await term.focus();
      await page.keyboard.press("Enter");
      const meaning = page.getByRole("dialog", { name: "Contest" });
      await expect(meaning).toBeVisible();
      if (leave === "Enter") await meaning.getByRole("button", { name: "Back to the text" }).focus();
      await page.keyboard.press(leave);
      await expect(meaning).toBeHidden();
      await expect(term).toBeFocused();
    }
  });

  await test.step("opens a folded answer", async () => {
    await page.locator("summary", { hasText: "Is it AI?" }).first().focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("A person wrote the rule and the software carries it out.")).toBeVisible();
  });

  await test.step("sorts the items", async () => {
    const rows = page.locator(".sort-rows fieldset");
    const count = await rows.count();
    await rows.first().getByRole("radio", { name: "AI", exact: true }).focus();
    for (let row = 0; row < count; row += 1) {
      await page.keyboard.press(row % 2 === 0 ? "Space" : "ArrowRight");
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await expect(status).toContainText(`of ${count} the same way we did.`);
  });

  await test.step("sees the sort and the answer again after a reload", async () => {
    const before = await status.textContent();
    // The other tab shows what is stored. The exercise does not claim that it is, so a reload may come before it.
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect(other.locator(".block-sort").getByRole("status")).toHaveText(before ?? "");
    await other.close();
    await page.reload();
    await expect(status).toHaveText(before ?? "");
    await expect(page.getByText("A person wrote the rule and the software carries it out.")).toBeVisible();
  });
  expect(faults).toEqual([]);
});

test("every printable sheet fits on one A4 page, black on white and without on-screen controls", {
  tag: "@deep",
}, async ({ page, academy }) => {
  await becomeLearner(page, academy, "printer@example.org", "a-password-of-my-own");
  await page.emulateMedia({ colorScheme: "dark" });
  for (const name of SHEETS) {
    await page.goto(`/academy/course/ai-fluency/sheet?name=${name}`);
    await expect(page.getByRole("button", { name: "Print or save as PDF" })).toBeVisible();
    await expect(page.locator(".island:empty")).toHaveCount(0);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(pdf.match(/\/Type ?\/Page\b/g), `pages of ${name}`).toHaveLength(1);
  }
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  for (const role of ["banner", "navigation", "contentinfo", "button"] as const)
    await expect(page.getByRole(role)).toHaveCount(0);
  const ink = await page.locator("main h1").evaluate((title) => getComputedStyle(title).color);
  expect(Math.max(...(ink.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)), ink).toBeLessThan(80);
});
