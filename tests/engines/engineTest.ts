import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "../e2e/support/academyTest.ts";
import { ENGINES, type Engine, findProgram, requireProgram } from "../support/programs.ts";
import { type Driver, type Launch, PHONE } from "./driver.ts";
import { launchByPuppeteer } from "./puppeteer.ts";
import { visibleText } from "./target.ts";
import { launchWebKit } from "./webkit.ts";

/** `npm test` says which are missing; here they have no tests. */
export const INSTALLED: readonly Engine[] = ENGINES.filter((engine) => findProgram(engine));

type Options = Partial<Pick<Launch, "blocksSiteData">>;
type OpenDevice = (engine: Engine, options?: Options) => Promise<Driver>;

/** Opens devices that know nothing of each other, and ends them with the test. Of a failed test they leave a picture. */
export const test = base.extend<{ openDevice: OpenDevice }>({
  // It records only the pages of Playwright's own browsers.
  trace: "off",
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here which other fixtures are needed
  openDevice: async ({}, use, info) => {
    const devices: Driver[] = [];
    const profiles: string[] = [];
    await use(async (engine, { blocksSiteData = false } = {}) => {
      const profile = mkdtempSync(join(tmpdir(), `academy-${engine}-`));
      profiles.push(profile);
      const launch = { program: requireProgram(engine), profile, blocksSiteData };
      const device = await (engine === "WebKit" ? launchWebKit(launch) : launchByPuppeteer(engine, launch));
      devices.push(device);
      await device.resize(PHONE);
      return device;
    });
    const hasFailed = info.status !== info.expectedStatus;
    for (const [index, device] of devices.entries()) {
      if (hasFailed) await keepPicture(device, info.outputPath(`device-${index + 1}`));
      await device.close();
    }
    // What the browser still had open may appear again while it ends.
    for (const profile of profiles) rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  },
});

async function keepPicture(device: Driver, path: string): Promise<void> {
  try {
    const address = await device.evaluate(() => location.href);
    const text = await device.evaluate(visibleText);
    writeFileSync(`${path}.txt`, [address, text, ...device.complaints].join("\n\n"));
    writeFileSync(`${path}.png`, await device.screenshot());
  } catch (error) {
    console.warn(`There is no picture of the failure: ${error}`);
  }
}
