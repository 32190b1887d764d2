import { expect, test } from "vitest";
import { loggedErrors } from "../testing/loggedErrors.ts";
import { captureErrors } from "./liteHandler.ts";

test("the handler of @supabase/lite captures console.error only for the given work, and restores it afterwards", async () => {
  const logged = await loggedErrors(async () => {
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
    console.error("printed during");
    finish();
    expect(await first).toEqual({ result: "done", errors: ["kept", 1, "kept", 2] });
    expect((await second).errors).toEqual(["other"]);
    expect(console.error).toBe(before);
    console.error("printed after");
  });
  expect(logged).toEqual(["printed during", "printed after"]);
});

test("the handler of @supabase/lite rejects if the captured work fails, and restores console.error", async () => {
  const before = console.error;
  await expect(captureErrors(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(console.error).toBe(before);
});
