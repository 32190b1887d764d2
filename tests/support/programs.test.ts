import { expect, test, vi } from "vitest";
import { findProgram, installPrograms, PROGRAMS, requireProgram } from "./programs.ts";

test("a browser that is missing where apt cannot be used is named, with what to install", () => {
  const user = vi.spyOn(process, "getuid").mockReturnValue(1000);
  vi.stubEnv("FIREFOX_PATH", "/nowhere/firefox");
  const advice = "install it (on Debian: apt-get install firefox-esr), or set FIREFOX_PATH to its path.";
  expect(installPrograms(["Firefox"])).toEqual([{ program: "Firefox", advice }]);
  expect(() => requireProgram("Firefox")).toThrow(`The tests need Firefox: ${advice}`);
  vi.unstubAllEnvs();
  user.mockRestore();
});

test("a browser that is there is neither installed nor reported", () => {
  const present = PROGRAMS.filter((program) => findProgram(program));
  expect(installPrograms(present)).toEqual([]);
});
