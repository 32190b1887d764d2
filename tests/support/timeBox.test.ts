import { afterEach, expect, test, vi } from "vitest";

afterEach(() => vi.unstubAllEnvs());

async function runFor(seconds: string) {
  vi.stubEnv("ACADEMY_DEEP_SECONDS", seconds);
  vi.resetModules();
  return (await import("./timeBox.ts")).timeBox;
}

test("once the time is over, the inputs after the least number are skipped", async () => {
  const timeBox = await runFor("0");
  const tried: number[] = [];
  const property = timeBox(2, async (input: number) => void tried.push(input));
  for (const input of [1, 2, 3, 4]) await property(input);
  expect(tried).toEqual([1, 2]);
});

test("within the time every input is tried", async () => {
  const timeBox = await runFor("60");
  const tried: number[] = [];
  const property = timeBox(1, async (input: number) => void tried.push(input));
  for (const input of [1, 2, 3]) await property(input);
  expect(tried).toEqual([1, 2, 3]);
});

test("after a failure no input is skipped, so that the smallest one that fails can be found", async () => {
  const timeBox = await runFor("0");
  const property = timeBox(1, async (input: number) => {
    if (input > 1) throw new Error(`failed for ${input}`);
  });
  await expect(property(3)).rejects.toThrow("failed for 3");
  await expect(property(2)).rejects.toThrow("failed for 2");
  await property(1);
});
