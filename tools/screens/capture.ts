import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import encodeAvif, { init } from "@jsquash/avif/encode.js";
import { type BrowserContextOptions, chromium, type Page } from "@playwright/test";
import { LESSON_IDS, type LessonId } from "../../src/domain/ids.ts";
import { once } from "../../src/domain/once.ts";
import { paths } from "../../src/domain/paths.ts";
import {
  avifFile,
  PICTURE_SIZE,
  PICTURE_THEMES,
  PICTURE_WIDTHS,
  type PictureName,
  webpFile,
} from "../../src/features/landing/pictures.ts";
import { READING_KEY } from "../../src/platform/device/storedReading.ts";
import { goBackstage } from "../../tests/e2e/support/backstage.ts";
import { signUpEnrolled } from "../../tests/e2e/support/enrol.ts";
import { completeCourse } from "../../tests/e2e/support/finisher.ts";
import { answerQuiz, packOf, submitQuiz } from "../../tests/e2e/support/quiz.ts";
import { becomeLearner, signIn } from "../../tests/e2e/support/shop.ts";
import { CHROMIUM_ARGS, requireChromium } from "../../tests/support/programs.ts";
import { attemptRow, push } from "../../tests/support/sentRows.ts";
import { startAcademyProcess } from "../../tests/support/server/academyProcess.ts";
import { buildIfStale } from "../build.ts";

// Captures the picture in the README, the screenshots that browsers show before installing (public/screenshots) and the
// pictures of the product on the landing page. All are committed. Run it by hand after a visible change to one of these pages:
//   node tools/screens/capture.ts [readme] [prompt] [landing]

const ROOT = join(import.meta.dirname, "..", "..");
const README_PICTURE = join(ROOT, "docs", "screens", "lesson.png");
const INSTALL_PROMPT = join(ROOT, "public", "screenshots");
const LANDING = join(ROOT, "src", "features", "landing", "pictures");
const PROMPT_PAGES = { academy: "/academy", lesson: "/academy/course/ai-fluency?lesson=1" };
/** In the sizes that browsers require (W3C manifest, "screenshots"). */
const PROMPT_SIZES = {
  narrow: { viewport: { width: 360, height: 640 }, deviceScaleFactor: 3 },
  wide: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
};
const WEBP_QUALITY = 0.75;
const AVIF_OPTIONS = { quality: 50, speed: 8 };
const DOWNLOAD_MS = 120_000;
const AT_REST: BrowserContextOptions = {
  colorScheme: "light",
  reducedMotion: "reduce",
  serviceWorkers: "block",
  locale: "en-GB",
};
/** The groups for the command line. Without an argument all are captured. */
const GROUPS = { readme: captureLesson, prompt: captureInstallPrompt, landing: captureLandingPictures };

const avifEncoder = once(loadAvifEncoder);

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

/** A learner's phone in each theme: a lesson, a quiz, a lab and, once the course is completed, the certificate. */
async function captureLandingPictures(): Promise<void> {
  mkdirSync(LANDING, { recursive: true });
  const backstage = await goBackstage(academy);
  for (const theme of PICTURE_THEMES) {
    const phone = { viewport: PICTURE_SIZE, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
    await withPage({ ...phone, colorScheme: theme }, async (page) => {
      // With all questions on one page, the first is answered and explained at its top.
      await page.addInitScript((key) => localStorage.setItem(key, '{"quizView":"all"}'), READING_KEY);
      const person = { email: `sample-${theme}@academy.example`, password: "a-password-of-my-own" };
      const name = { firstName: "Sample", lastName: "Learner" };
      const { client, userId } = await signUpEnrolled(backstage, { ...person, ...name });
      await page.goto(`${academy.url}${paths.auth()}`);
      await signIn(page, person.email, person.password);
      await page.waitForURL(`${academy.url}${paths.dashboard()}`);
      const shots: Partial<Record<PictureName, Buffer>> = {};

      await page.goto(`${academy.url}${paths.course("4", { step: 3 })}`, { waitUntil: "networkidle" });
      await page.getByText(/^Step 3 of/).waitFor();
      await page.getByRole("link", { name: "Continue" }).waitFor();
      await page.getByText("Loading your progress").waitFor({ state: "detached" });
      shots.lesson = await screenful(page);

      await page.goto(`${academy.url}${paths.course("1")}`, { waitUntil: "networkidle" });
      await page.getByRole("button", { name: "Take Quiz" }).first().click();
      await answerQuiz(page, "1", { wrong: 1 });
      await submitQuiz(page);
      await page.getByText(/^Your score/).waitFor();
      // Two messages come with a completed lesson and cover the question.
      for (let message = 0; message < 2; message += 1)
        await page.getByRole("button", { name: "Dismiss" }).first().click();
      await page.getByRole("button", { name: "Dismiss" }).first().waitFor({ state: "detached" });
      await toTop(page, "fieldset");
      shots.quiz = await screenful(page);

      await page.goto(`${academy.url}${paths.lab("sort-mail")}`, { waitUntil: "networkidle" });
      for (let message = 0; message < 18; message += 1)
        await page.getByRole("button", { name: message % 2 ? "Can wait" : "Urgent", exact: true }).click();
      await toTop(page, "main h2");
      shots.lab = await screenful(page);

      await completeCourse(client, userId);
      await push(
        client,
        LESSON_IDS.map((id) => attemptRow(id, { answers: rightAnswers(id) })),
      );
      await page.goto(`${academy.url}${paths.certificate()}`, { waitUntil: "networkidle" });
      await page.getByRole("button", { name: "Confirm and get certificate" }).click();
      await page.getByText("Certificate number").waitFor();
      await toTop(page, "main article");
      shots.certificate = await screenful(page);

      await page.goto("about:blank");
      for (const [picture, png] of Object.entries(shots) as [PictureName, Buffer][]) {
        for (const width of PICTURE_WIDTHS)
          writeFileSync(join(LANDING, avifFile(picture, theme, width)), await toAvif(page, png, width));
        writeFileSync(join(LANDING, webpFile(picture, theme)), await toWebp(page, png, PICTURE_SIZE.width));
      }
    });
  }
}

function rightAnswers(id: LessonId): number[] {
  return packOf(id).quiz.questions.map(({ correctAnswer }) => correctAnswer);
}

/** Scrolls so that the first such element begins just below the top of the window. */
async function toTop(page: Page, selector: string): Promise<void> {
  await page
    .locator(selector)
    .first()
    .evaluate((element) => {
      window.scrollTo(0, window.scrollY + element.getBoundingClientRect().top - 16);
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
async function toWebp(page: Page, png: Buffer, width?: number): Promise<Buffer> {
  await page.goto("about:blank");
  return Buffer.from((await drawn(page, png, width)).webp, "base64");
}

/** Chromium reads AVIF and does not write it. */
async function toAvif(page: Page, png: Buffer, width: number): Promise<Buffer> {
  const { pixels, height } = await drawn(page, png, width);
  const data = new Uint8ClampedArray(Buffer.from(pixels, "base64"));
  await avifEncoder();
  return Buffer.from(await encodeAvif({ data, width, height, colorSpace: "srgb" }, AVIF_OPTIONS));
}

/** The package finds its WebAssembly by fetching it, which Node does not do for files. */
async function loadAvifEncoder(): Promise<void> {
  const wasm = createRequire(import.meta.url).resolve("@jsquash/avif/codec/enc/avif_enc.wasm");
  await init(await WebAssembly.compile(readFileSync(wasm)));
}

/** The picture in this width, otherwise in its own, as WebP and as RGBA, both in base64. */
function drawn(page: Page, png: Buffer, width?: number) {
  return page.evaluate(
    async ({ png, quality, width }) => {
      const toBase64 = (bytes: Uint8Array) => {
        let text = "";
        for (const byte of bytes) text += String.fromCharCode(byte);
        return btoa(text);
      };
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const scale = width ? width / image.width : 1;
      const canvas = new OffscreenCanvas(image.width * scale, image.height * scale);
      const context = canvas.getContext("2d");
      if (!context) throw new Error("there is no canvas");
      context.imageSmoothingQuality = "high";
      context.drawImage(image, 0, 0, canvas.width, canvas.height);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const blob = await canvas.convertToBlob({ type: "image/webp", quality });
      return {
        height: canvas.height,
        pixels: toBase64(new Uint8Array(data.buffer)),
        webp: toBase64(new Uint8Array(await blob.arrayBuffer())),
      };
    },
    { png: png.toString("base64"), quality: WEBP_QUALITY, width: width ?? null },
  );
}
