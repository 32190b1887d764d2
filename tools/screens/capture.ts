import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { paths } from "../../src/domain/paths.ts";
import { PUBLIC_PAGES } from "../../tests/e2e/support/publicPages.ts";
import { becomeLearner } from "../../tests/e2e/support/shop.ts";
import { startAcademyProcess } from "../../tests/support/academyProcess.ts";
import { CHROMIUM_ARGS, requireChromium } from "../../tests/support/chromium.ts";
import { buildIfStale } from "../build.ts";
import { toWebp } from "./webp.ts";

// Draws every public page and a learner's own into docs/screens, and what the install prompt shows into
// public/screenshots:
//   node tools/screens/capture.ts

type Theme = "light" | "dark";
type Shot = { url: string; width: number; height: number; theme: Theme; scale?: number };

const ROOT = join(import.meta.dirname, "..", "..");
const SCREENS = join(ROOT, "docs", "screens");
const INSTALL_PROMPT = join(ROOT, "public", "screenshots");
const WIDTHS = [360, 768, 1280];
const THEMES: Theme[] = ["light", "dark"];
/** Enough to judge a page by; a full-size landing page would be ten times as large. */
const SCREEN_SIZE = { maxWidthPx: 800, maxBytes: 45_000 };
const PROMPT_SIZE = { maxWidthPx: 1280, maxBytes: 150_000 };
const PROMPT_PAGES = { academy: "/academy", lesson: "/academy/course/ai-fluency?lesson=1" };
/** Their pages are long: what is drawn is a tall screenful, or one part. */
const TALL_PX = 1_800;
const LEARNER_PAGES: { name: string; path: string; part?: string }[] = [
  { name: "workbook", path: paths.workbook() },
  { name: "glossary", path: paths.glossary() },
  { name: "sheet", path: paths.sheet("date-table") },
  { name: "lesson-activity", path: paths.course("1"), part: ".block-activity" },
];
const AT_REST: BrowserContextOptions = { reducedMotion: "reduce", serviceWorkers: "block", locale: "en-GB" };

await buildIfStale();
const academy = await startAcademyProcess();
const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
const encoder = await browser.newPage();
try {
  await captureScreens();
  await captureLearner();
  await captureInstallPrompt();
} finally {
  await browser.close();
  await academy.dispose();
}

async function captureScreens(): Promise<void> {
  for (const file of readdirSync(SCREENS)) if (file.endsWith(".webp")) rmSync(join(SCREENS, file));
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

/** The pages of somebody who has bought the course and has begun to write. */
async function captureLearner(): Promise<void> {
  const context = await browser.newContext(AT_REST);
  const page = await context.newPage();
  await becomeLearner(page, academy, "learner@example.org", "a-password-of-my-own");
  await page.goto(`${academy.url}${paths.course("1")}`);
  await page.getByRole("textbox").first().fill("A spam filter is AI: it learned. A kitchen timer is not.");
  await page.getByText("Saved on this device").waitFor();
  for (const { name, path, part } of LEARNER_PAGES) {
    await page.goto(`${academy.url}${path}`, { waitUntil: "networkidle" });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme });
        await keepScreen(`${name}-${width}-${theme}`, await draw(page, width, part));
      }
    }
  }
  await context.close();
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

/** One screenful each, in the sizes that browsers ask for (W3C manifest, "screenshots"). */
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

/** The page at rest: fonts here, nothing moving. The whole of it at its own size, or one screenful enlarged. */
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
