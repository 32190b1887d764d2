import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { paths } from "../../src/domain/paths.ts";
import { becomeLearner } from "../../tests/e2e/support/shop.ts";
import { CHROMIUM_ARGS, requireChromium } from "../../tests/support/programs.ts";
import { startAcademyProcess } from "../../tests/support/server/academyProcess.ts";
import { buildIfStale } from "../build.ts";

// Captures the picture in the README and the screenshots that browsers show before installing (public/screenshots). Both are
// committed. Run it by hand after a visible change to one of these pages:
//   node tools/screens/capture.ts [readme] [prompt]

const ROOT = join(import.meta.dirname, "..", "..");
const README_PICTURE = join(ROOT, "docs", "screens", "lesson.png");
const INSTALL_PROMPT = join(ROOT, "public", "screenshots");
const PROMPT_PAGES = { academy: "/academy", lesson: "/academy/course/ai-fluency?lesson=1" };
/** In the sizes that browsers require (W3C manifest, "screenshots"). */
const PROMPT_SIZES = {
  narrow: { viewport: { width: 360, height: 640 }, deviceScaleFactor: 3 },
  wide: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
};
const WEBP_QUALITY = 0.75;
const DOWNLOAD_MS = 120_000;
const AT_REST: BrowserContextOptions = {
  colorScheme: "light",
  reducedMotion: "reduce",
  serviceWorkers: "block",
  locale: "en-GB",
};
/** The groups for the command line. Without an argument both are captured. */
const GROUPS = { readme: captureLesson, prompt: captureInstallPrompt };

const wanted = process.argv.slice(2);
await buildIfStale();
const academy = await startAcademyProcess();
const browser = await chromium.launch({ executablePath: requireChromium(), args: CHROMIUM_ARGS });
try {
  for (const [name, capture] of Object.entries(GROUPS)) {
    if (wanted.length === 0 || wanted.includes(name)) await capture();
  }
} finally {
  await browser.close();
  await academy.dispose();
}

/** What a learner who has just bought the course sees of lesson 2. */
async function captureLesson(): Promise<void> {
  await withPage({ viewport: { width: 1280, height: 860 } }, async (page) => {
    await becomeLearner(page, academy, "ada@readme.example", "a-password-of-my-own");
    // The list of lessons says which are on the device.
    await page.goto(`${academy.url}${paths.device()}`);
    await page.getByText(/^The whole course is on this device/).waitFor({ timeout: DOWNLOAD_MS });
    await page.goto(`${academy.url}${paths.course("2")}`, { waitUntil: "networkidle" });
    // After its first second, the clock has the width that it keeps.
    await page.getByText(/^29:/).first().waitFor();
    writeFileSync(README_PICTURE, await screenful(page));
  });
}

async function captureInstallPrompt(): Promise<void> {
  mkdirSync(INSTALL_PROMPT, { recursive: true });
  for (const [name, path] of Object.entries(PROMPT_PAGES))
    for (const [form, size] of Object.entries(PROMPT_SIZES))
      await withPage(size, async (page) => {
        await page.goto(`${academy.url}${path}`, { waitUntil: "networkidle" });
        const webp = await toWebp(page, await screenful(page));
        writeFileSync(join(INSTALL_PROMPT, `${form}-${name}.webp`), webp);
      });
}

async function withPage(options: BrowserContextOptions, work: (page: Page) => Promise<void>): Promise<void> {
  const context = await browser.newContext({ ...AT_REST, ...options });
  try {
    await work(await context.newPage());
  } finally {
    await context.close();
  }
}

/** After fonts have loaded and without motion. */
async function screenful(page: Page): Promise<Buffer> {
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return page.screenshot({ animations: "disabled" });
}

/** The browser encodes the picture, on an empty page: the site's policy would refuse it. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  await page.goto("about:blank");
  const base64 = await page.evaluate(
    async ({ png, quality }) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext("2d")?.drawImage(image, 0, 0);
      const blob = await canvas.convertToBlob({ type: "image/webp", quality });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    },
    { png: png.toString("base64"), quality: WEBP_QUALITY },
  );
  return Buffer.from(base64, "base64");
}
