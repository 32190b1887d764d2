import { chromium } from "@playwright/test";
import { expect, test, vi } from "vitest";
import { CHROMIUM_ARGS, findProgram, installPrograms, PROGRAMS, requireProgram } from "./programs.ts";

test("a missing browser is reported with installation advice when apt is unavailable", () => {
  const user = vi.spyOn(process, "getuid").mockReturnValue(1000);
  vi.stubEnv("FIREFOX_PATH", "/nowhere/firefox");
  const advice = "install it (on Debian: apt-get install firefox-esr), or set FIREFOX_PATH to its path.";
  expect(installPrograms(["Firefox"])).toEqual([{ program: "Firefox", advice }]);
  expect(() => requireProgram("Firefox")).toThrow(`The tests need Firefox: ${advice}`);
  vi.unstubAllEnvs();
  user.mockRestore();
});

test("an installed browser is neither installed again nor reported", () => {
  const present = PROGRAMS.filter((program) => findProgram(program));
  expect(installPrograms(present)).toEqual([]);
});

test("Playwright's Chromium disables every feature that it disables without our arguments", async () => {
  // The error of a program that is no browser contains its command line.
  const withoutOurs = String(await chromium.launch({ executablePath: "/bin/false" }).catch((error) => error));
  const itsOwn = featuresIn(withoutOurs);
  expect(itsOwn).toContain("HttpsUpgrades");
  expect(featuresIn(CHROMIUM_ARGS.join(" "))).toEqual([
    ...itsOwn,
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
  ]);
});

function featuresIn(commandLine: string): string[] {
  return /--disable-features=(\S+)/.exec(commandLine)?.[1]?.split(",") ?? [];
}
