import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import puppeteer, { type ElementHandle, type LaunchOptions } from "puppeteer-core";
import { PLAIN_CHROMIUM_ARGS } from "../support/programs.ts";
import { type Driver, killGroup, type Launch } from "./driver.ts";
import { findElement, type Target } from "./target.ts";

const START_TIMEOUT_MS = 60_000;
const PAGE_TIMEOUT_MS = 60_000;
/** The value that blocks site data in Chromium's settings (2 blocks) and Firefox's about:config (2 rejects all). */
const BLOCK = 2;

/** Uses the DevTools protocol for Chromium and WebDriver BiDi for Firefox. */
export async function launchByPuppeteer(engine: "Chromium" | "Firefox", launch: Launch): Promise<Driver> {
  const browser = await puppeteer.launch({
    ...(engine === "Chromium" ? chromium(launch) : firefox(launch)),
    executablePath: launch.program,
    userDataDir: launch.profile,
    timeout: START_TIMEOUT_MS,
  });
  const page = (await browser.pages())[0] ?? (await browser.newPage());
  page.setDefaultTimeout(PAGE_TIMEOUT_MS);
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });

  async function find(target: Target): Promise<ElementHandle<Element>> {
    return (await page.evaluateHandle(findElement, target)).asElement() as ElementHandle<Element>;
  }

  return {
    complaints,
    async goto(url) {
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    // Waits for a page from the back/forward cache, because a script that is evaluated before Puppeteer knows it never ends.
    async goBack() {
      await page.goBack();
    },
    // Puppeteer's type also allows handles as arguments.
    evaluate: (inPage, ...args) =>
      page.evaluate(inPage as (...args: unknown[]) => ReturnType<typeof inPage>, ...args) as Promise<
        Awaited<ReturnType<typeof inPage>>
      >,
    async click(target) {
      const element = await find(target);
      const click = await element.evaluateHandle(watchClick);
      await element.click();
      // The page, and with it the handle, is gone if the click has led to another one.
      const hasMissed = await click.evaluate(({ hasMissed }) => hasMissed).catch(() => false);
      if (hasMissed) throw new Error(`the page moved, so the click missed ${target.css} ${target.name}`);
    },
    async type(target, text) {
      const element = await find(target);
      await element.evaluate((control) => (control as HTMLInputElement).select());
      await element.type(text);
    },
    async chooseFile(target, path) {
      // The `css` of the target makes sure that `findElement` returns an input.
      await ((await find(target)) as ElementHandle<HTMLInputElement>).uploadFile(path);
    },
    pressKey: (key) => page.keyboard.press(key),
    resize: (size) => page.setViewport(size),
    screenshot: () => page.screenshot(),
    async close() {
      killGroup(browser.process()?.pid);
      await browser.disconnect();
    },
  };
}

/** Runs in the page. Notices if the next click reaches another element, because the page moved at the last moment. */
function watchClick(element: Element): { hasMissed: boolean } {
  const click = { hasMissed: false };
  const follow = (event: Event) => {
    click.hasMissed = !event.composedPath().includes(element);
  };
  addEventListener("click", follow, { capture: true, once: true });
  return click;
}

function chromium({ profile, blocksSiteData }: Launch): LaunchOptions {
  if (blocksSiteData) {
    mkdirSync(join(profile, "Default"));
    const settings = { profile: { default_content_setting_values: { cookies: BLOCK } } };
    writeFileSync(join(profile, "Default", "Preferences"), JSON.stringify(settings));
  }
  // A copy, because Puppeteer removes the list of features from it.
  return { browser: "chrome", args: [...PLAIN_CHROMIUM_ARGS] };
}

function firefox({ blocksSiteData }: Launch): LaunchOptions {
  const preferences = blocksSiteData ? { "network.cookie.cookieBehavior": BLOCK } : {};
  return { browser: "firefox", headless: true, extraPrefsFirefox: preferences };
}
