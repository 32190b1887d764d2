import { expect, test, vi } from "vitest";
import { findProgram, installPrograms, PROGRAMS, requireProgram } from "./programs.ts";

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
