import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { paths } from "../../src/domain/paths.ts";
import { goBackstage } from "../../tests/e2e/support/backstage.ts";
import { becomeFinisher } from "../../tests/e2e/support/finisher.ts";
import { PUBLIC_PAGES } from "../../tests/e2e/support/publicPages.ts";
import { becomeLearner } from "../../tests/e2e/support/shop.ts";
import { startAcademyProcess } from "../../tests/support/academyProcess.ts";
import { CHROMIUM_ARGS, requireChromium } from "../../tests/support/programs.ts";
import { buildIfStale } from "../build.ts";
import { captureLesson, LESSON_PICTURE } from "./lessonPicture.ts";
import { toWebp } from "./webp.ts";

// Captures every public page and the learners' pages into docs/screens (not committed), the picture in the README, and
// the screenshots for the install prompt into public/screenshots. Arguments select groups:
//   node tools/screens/capture.ts [public] [learner] [finisher] [readme] [prompt]

type Theme = "light" | "dark";
type Shot = { url: string; width: number; height: number; theme: Theme; scale?: number };

const ROOT = join(import.meta.dirname, "..", "..");
const SCREENS = join(ROOT, "docs", "screens");
const INSTALL_PROMPT = join(ROOT, "public", "screenshots");
const WIDTHS = [360, 768, 1280];
const THEMES: Theme[] = ["light", "dark"];
/** Enough to review a page. A full-size landing page would be ten times as large. */
const SCREEN_SIZE = { maxWidthPx: 800, maxBytes: 45_000 };
const PROMPT_SIZE = { maxWidthPx: 1280, maxBytes: 150_000 };
const PROMPT_PAGES = { academy: "/academy", lesson: "/academy/course/ai-fluency?lesson=1" };
/** A learner's pages are long, so only a tall screenful or one part is captured. */
const TALL_PX = 1_800;
type MemberPage = { name: string; path: string; part?: string; prepare?: (page: Page) => Promise<void> };
const LEARNER_PAGES: MemberPage[] = [
  { name: "dashboard", path: paths.dashboard() },
  { name: "course", path: paths.course() },
  { name: "lesson", path: paths.course("1") },
  { name: "lesson-activity", path: paths.course("1", { step: 9 }), part: ".block-activity" },
  { name: "quiz", path: paths.course("1", { step: 99 }), part: "main", prepare: openQuiz },
  { name: "notes", path: paths.notes() },
  { name: "workbook", path: paths.workbook() },
  { name: "capstone", path: paths.capstone() },
  { name: "glossary", path: paths.glossary() },
  { name: "sheet", path: paths.sheet("date-table") },
  { name: "review", path: paths.review("1") },
  { name: "search", path: paths.search("bias") },
  { name: "device", path: paths.device() },
  { name: "account", path: paths.account() },
];
const FINISHER_PAGES: MemberPage[] = [
  { name: "dashboard-done", path: paths.dashboard() },
  { name: "completion", path: paths.course(), prepare: confirmName, part: "dialog[open]" },
  { name: "certificate", path: paths.certificate() },
];
const AT_REST: BrowserContextOptions = { reducedMotion: "reduce", serviceWorkers: "block", locale: "en-GB" };

/** The groups for the command line. Without an argument all are captured. */
const GROUPS = {
  public: captureScreens,
  learner: captureLearner,
  finisher: captureFinisher,
  readme: async () => writeFileSync(LESSON_PICTURE, await captureLesson(browser, academy)),
  prompt: captureInstallPrompt,
};

const wanted = process.argv.slice(2);
await buildIfStale();
const academy = await startAcademyProcess();
const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
const encoder = await browser.newPage();
try {
  for (const [name, capture] of Object.entries(GROUPS)) {
    if (wanted.length === 0 || wanted.includes(name)) await capture();
  }
} finally {
  await browser.close();
  await academy.dispose();
}

async function captureScreens(): Promise<void> {
  for (const path of [...PUBLIC_PAGES.map(([path]) => path), "/no-such-page"]) {
    for (const width of WIDTHS) {
      for (const theme of THEMES) {
        const png = await shoot({ url: `${academy.url}${path}`, width, height: 800, theme });
        const name = path === "/" ? "landing" : path.slice(1).replaceAll("/", "-");
        await keepScreen(`${name}-${width}-${theme}`, png);
      }
    }
  }
}

/** The pages of a learner who has bought the course and started writing. */
async function captureLearner(): Promise<void> {
  const context = await browser.newContext(AT_REST);
  const page = await context.newPage();
  await becomeLearner(page, academy, "learner@example.org", "a-password-of-my-own");
  await page.goto(`${academy.url}${paths.course("1")}`);
  await page.getByRole("textbox").first().fill("A spam filter is AI: it learned. A kitchen timer is not.");
  await page.getByText("Saved on this device").waitFor();
  await writeNote(page);
  await captureMember(page, LEARNER_PAGES);
  await context.close();
}

/** Captures parts of the open lesson. */
async function writeNote(page: Page): Promise<void> {
  await page
    .locator(".prose > p")
    .first()
    .evaluate((paragraph) => getSelection()?.selectAllChildren(paragraph));
  await press("Add note")(page);
  await page.getByRole("textbox", { name: "Note" }).fill("Ask who carries the risk, and who can say no.");
  await press("Save note")(page);
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

/** The pages of a learner who has completed the course, and the public verification of the certificate. */
async function captureFinisher(): Promise<void> {
  const context = await browser.newContext({ ...AT_REST, baseURL: academy.url });
  const page = await context.newPage();
  await becomeFinisher(page, await goBackstage(academy), "finisher@example.org");
  await captureMember(page, FINISHER_PAGES);
  const address = await page.getByRole("article").getByRole("link").first().getAttribute("href");
  if (!address) throw new Error("the certificate shows no verification link");
  await captureMember(page, [{ name: "verify", path: new URL(address).pathname }]);
  await context.close();
}

async function captureMember(page: Page, pages: readonly MemberPage[]): Promise<void> {
  for (const { name, path, part, prepare } of pages) {
    await page.goto(`${academy.url}${path}`, { waitUntil: "networkidle" });
    await prepare?.(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme });
        await keepScreen(`${name}-${width}-${theme}`, await draw(page, width, part));
      }
    }
  }
}

function press(name: string): (page: Page) => Promise<void> {
  return (page) => page.getByRole("button", { name, exact: true }).click();
}

async function openQuiz(page: Page): Promise<void> {
  await press("Take Quiz")(page);
  await page.getByRole("button", { name: "Submit Quiz" }).waitFor();
}

async function confirmName(page: Page): Promise<void> {
  await press("Confirm and get certificate")(page);
  await page.getByText("Certificate number").waitFor();
}

async function draw(page: Page, width: number, part?: string): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  if (part) return page.locator(part).first().screenshot({ animations: "disabled" });
  const clip = { x: 0, y: 0, width, height: TALL_PX };
  return page.screenshot({ fullPage: true, clip, animations: "disabled" });
}

async function keepScreen(name: string, png: Buffer): Promise<void> {
  writeFileSync(join(SCREENS, `${name}.webp`), await toWebp(encoder, png, SCREEN_SIZE));
}

/** One screenful each, in the sizes that browsers require (W3C manifest, "screenshots"). */
async function captureInstallPrompt(): Promise<void> {
  mkdirSync(INSTALL_PROMPT, { recursive: true });
  for (const [name, path] of Object.entries(PROMPT_PAGES)) {
    const url = `${academy.url}${path}`;
    for (const [form, size] of Object.entries({
      narrow: { width: 360, height: 640, scale: 3 },
      wide: { width: 1280, height: 800, scale: 1 },
    })) {
      const png = await shoot({ url, theme: "light", ...size });
      writeFileSync(join(INSTALL_PROMPT, `${form}-${name}.webp`), await toWebp(encoder, png, PROMPT_SIZE));
    }
  }
}

/** Captures the page after fonts have loaded and without motion: the whole page, or one enlarged screenful. */
async function shoot({ url, width, height, theme, scale }: Shot): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale ?? 1,
    colorScheme: theme,
    ...AT_REST,
  });
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: "networkidle" });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    return await page.screenshot({ fullPage: scale === undefined, animations: "disabled" });
  } finally {
    await context.close();
  }
}
