import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, expect, type Page } from "@playwright/test";
import { CHROMIUM_ARGS, requireHeadless } from "../../support/programs.ts";
import { test } from "../support/academyTest.ts";
import type { Backstage } from "../support/backstage.ts";
import { killBrowser } from "../support/killBrowser.ts";
import { becomeMember } from "../support/member.ts";
import { packOf } from "../support/quiz.ts";
import { becomeLearner } from "../support/shop.ts";

/** Chooses "Whole lesson on one page" on this device, for tests that work in several steps of a lesson. */
async function readWholeLessons(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    try {
      const chosen = JSON.parse(localStorage.getItem("academy-reading") ?? "{}");
      localStorage.setItem("academy-reading", JSON.stringify({ ...chosen, lessonView: "whole" }));
    } catch {
      // A page without an origin, such as about:blank, has no storage.
    }
  });
}

const START = "One thing that is AI, one that is not, and why I think so";
/** The sheets that must fit on one A4 page. */
const SHEETS = [
  "triage-sheet",
  "date-table",
  "prompt-checklist",
  "workflow-card",
  "capstone-brief",
  "rubric",
  "ai-policy",
  "supplier-questions",
  "risk-register",
  "training-record",
  "incident-note",
];

const answer = (page: Page, label: string) => page.getByRole("textbox", { name: label });

/** Opens a lesson and waits for its interactive parts. */
async function openLesson(page: Page, id: string): Promise<void> {
  await page.goto(`/academy/course/ai-fluency?lesson=${id}`);
  await expect(page.locator(".ask-verdict").first()).toBeAttached();
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
  test(`fields and questions of a lesson are as high as their shapes before the app has started, so that no text moves, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await openLesson(page, "1");
    const islands = await page.locator(".island-field, .island-ask").evaluateAll((islands, html) => {
      const compiled = new DOMParser().parseFromString(html, "text/html");
      return islands.map((island) => {
        const height = island.getBoundingClientRect().height;
        const shape = compiled.querySelector(`[data-island="${island.getAttribute("data-island")}"]`);
        island.replaceWith(shape as Element);
        return { height, shape: shape?.getBoundingClientRect().height };
      });
    }, packOf("1").html);
    expect(islands.length).toBeGreaterThan(10);
    for (const { height, shape } of islands) expect(shape).toBeCloseTo(height, 0);
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

test("every printable sheet fits on one A4 page, black on white and without on-screen controls", {
  tag: "@deep",
}, async ({ page, academy }) => {
  await becomeLearner(page, academy, "printer@example.org", "a-password-of-my-own", "ngo");
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
