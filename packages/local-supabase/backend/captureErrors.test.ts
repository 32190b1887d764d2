import { expect, test } from "vitest";
import { expectConsoleError } from "../../../tests/support/failOnConsoleError.ts";
import { captureErrors } from "./captureErrors.ts";

test("what the work prints is kept, what others print meanwhile is heard, and all is as before in the end", async () => {
  expectConsoleError(/^heard during$/, /^heard after$/);
  const before = console.error;
  let finish = () => {};
  const waiting = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const first = captureErrors(async () => {
    console.error("kept", 1);
    await waiting;
    console.error("kept", 2);
    return "done";
  });
  const second = captureErrors(async () => console.error("other"));
  console.error("heard during");
  finish();
  expect(await first).toEqual({ result: "done", errors: ["kept", 1, "kept", 2] });
  expect((await second).errors).toEqual(["other"]);
  expect(console.error).toBe(before);
  console.error("heard after");
});

test("a failure of the work is the caller's, and the printing is restored", async () => {
  const before = console.error;
  await expect(captureErrors(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(console.error).toBe(before);
});
