import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base } from "../e2e/support/academyTest.ts";
import { ENGINES, type Engine, findProgram, requireProgram } from "../support/programs.ts";
import { type Driver, type Launch, PHONE } from "./driver.ts";
import { launchByPuppeteer } from "./puppeteer.ts";
import { visibleText } from "./target.ts";
import { launchWebKit } from "./webkit.ts";

/** Engines that are not installed have no tests here; `npm test` lists them. */
export const INSTALLED: readonly Engine[] = ENGINES.filter((engine) => findProgram(engine));

type Options = Partial<Pick<Launch, "blocksSiteData">> & {
  /** A device that has been closed. The new one starts with its profile. WebKit's profiles do not outlive a device. */
  after?: Driver;
};
type OpenDevice = (engine: Engine, options?: Options) => Promise<Driver>;

/** Opens isolated devices and closes them after the test. Saves a screenshot of each when the test fails. */
export const test = base.extend<{ openDevice: OpenDevice }>({
  // Playwright can trace only the browsers that it controls itself.
  trace: "off",
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern
  openDevice: async ({}, use, info) => {
    const devices: Driver[] = [];
    const profiles = new Map<Driver, string>();
    await use(async (engine, { blocksSiteData = false, after } = {}) => {
      const profile = (after && profiles.get(after)) ?? mkdtempSync(join(tmpdir(), `academy-${engine}-`));
      const launch = { program: requireProgram(engine), profile, blocksSiteData };
      const device = await (engine === "WebKit" ? launchWebKit(launch) : launchByPuppeteer(engine, launch));
      devices.push(device);
      profiles.set(device, profile);
      await device.resize(PHONE);
      return device;
    });
    const hasFailed = info.status !== info.expectedStatus;
    for (const [index, device] of devices.entries()) {
      if (hasFailed) await keepPicture(device, info.outputPath(`device-${index + 1}`));
      await device.close();
    }
    // The browser may write files again while it is exiting.
    for (const profile of profiles.values()) rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  },
});

async function keepPicture(device: Driver, path: string): Promise<void> {
  try {
    const address = await device.evaluate(() => location.href);
    const text = await device.evaluate(visibleText);
    writeFileSync(`${path}.txt`, [address, text, ...device.complaints].join("\n\n"));
    writeFileSync(`${path}.png`, await device.screenshot());
  } catch (error) {
    console.warn(`No screenshot of the failure could be saved: ${error}`);
  }
}
