import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { type AcademyProcess, startAcademyProcess } from "../../support/server/academyProcess.ts";
import { expectAccessible } from "../support/accessible.ts";
import { waitForWorker, watchPage } from "../support/page.ts";
import { becomeLearner } from "../support/shop.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const LESSON = join("lessons", "01-what-ai-is", "lesson.md");

/** Logged, as the spec (§8) requires, when the server stops responding during an enrolment check. */
const SERVER_GONE = "console: Error checking enrollment";

let academy: AcademyProcess;
let content: string;

/** Copies the course and adds a video to its first lesson. */
test.beforeAll(async () => {
  content = mkdtempSync(join(tmpdir(), "academy-content-"));
  cpSync(join(ROOT, "content"), content, { recursive: true });
  cpSync(join(ROOT, "tests", "fixtures", "video"), join(content, "lessons", "01-what-ai-is"), {
    recursive: true,
  });
  const text = readFileSync(join(content, LESSON), "utf8");
  writeFileSync(join(content, LESSON), text.replace(/^minutes: 30$/m, "minutes: 30\nvideo: welcome.webm"));
  academy = await startAcademyProcess({ ACADEMY_CONTENT: content });
});
test.afterAll(async () => {
  await academy.dispose();
  rmSync(content, { recursive: true, force: true });
});

test("a learner plays a lesson's video with captions, downloads it with the course, and plays and seeks offline", {
  tag: "@deep",
}, async ({ context, page }) => {
  const faults = watchPage(page);
  const lesson = `${academy.url}/academy/course/ai-fluency?lesson=1`;
  const video = page.getByLabel("Video: What AI Is");
  const main = page.getByRole("main");

  await test.step("the free lesson requests no video before a visitor plays it", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(lesson);
    await expect(video).toBeVisible();
    await expect(page.getByRole("timer")).toHaveText(/^(30:00|29:[0-5]\d)$/);
    await page.getByText("Transcript of the video").click();
    await expect(main).toContainText("A number counts the seconds.");
    await expectAccessible(page);
    expect(asked.filter((path) => path.startsWith("/media/") && path.endsWith(".webm"))).toEqual([]);
    await play(page);
  });

  await test.step("downloading the whole course includes the video and its captions", async () => {
    await becomeLearner(page, academy, "viewer@example.org", "a-password-of-my-own");
    await waitForWorker(page);
    await page.goto(`${academy.url}/academy/device`);
    await expect(main).toContainText("The whole course is on this device.");
    const row = page.getByRole("listitem").filter({ hasText: "Lesson 1:" });
    await expect(row).toContainText("on this device");
    expect(await keptFiles(page)).toEqual(["vtt", "webm"]);
  });

  await test.step("the video plays and seeks without a connection or a server", async () => {
    // Removes what the browser has cached while playing online.
    await (await context.newCDPSession(page)).send("Network.clearBrowserCache");
    await context.setOffline(true);
    await academy.stop();
    await page.goto(lesson);
    await play(page);
    await video.evaluate((player: HTMLVideoElement) => {
      player.currentTime = 6;
    });
    await expect
      .poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime))
      .toBeGreaterThan(6);
    const cues = await video.evaluate((player: HTMLVideoElement) => player.textTracks[0]?.cues?.length);
    expect(cues).toBe(2);
    const range = await video.evaluate(async (player: HTMLVideoElement) => {
      const reply = await fetch(player.src, { headers: { Range: "bytes=100-199" } });
      return [reply.status, (await reply.blob()).size];
    });
    expect(range).toEqual([206, 100]);
  });

  await test.step("removing the lesson also removes the video from the device", async () => {
    await page.goto(`${academy.url}/academy/device`);
    await page.getByRole("button", { name: "Remove lesson 1", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(page.getByRole("button", { name: "Download lesson 1", exact: true })).toBeVisible();
    expect(await keptFiles(page)).toEqual([]);
  });

  expect(faults.filter((each) => each !== SERVER_GONE)).toEqual([]);
});

/** Plays the video until a frame has been shown. */
async function play(page: Page): Promise<void> {
  const video = page.getByLabel("Video: What AI Is");
  await page.getByRole("button", { name: "Play the video" }).click();
  await expect(video).toHaveAttribute("controls", "");
  await expect
    .poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime))
    .toBeGreaterThan(0);
}

/** The extensions of the files that are stored for videos. */
function keptFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const kept = await (await caches.open("academy-media")).keys();
    return kept.map(({ url }) => url.slice(url.lastIndexOf(".") + 1)).sort();
  });
}
