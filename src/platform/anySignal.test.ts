import { afterEach, describe, expect, test, vi } from "vitest";
import { anySignal } from "./anySignal.ts";

const native = AbortSignal.any;
afterEach(() => {
  AbortSignal.any = native;
});

describe.each(["the browser’s own function", "a browser without it"])("with %s", (which) => {
  function withoutNative(): void {
    if (which !== "the browser’s own function") Reflect.deleteProperty(AbortSignal, "any");
  }

  test("the combined signal is aborted with the reason of the first signal that is", () => {
    withoutNative();
    const [one, two] = [new AbortController(), new AbortController()];
    const heard = vi.fn();
    const either = anySignal([one.signal, two.signal]);
    either.addEventListener("abort", heard);
    expect(either.aborted).toBe(false);
    two.abort("second");
    one.abort("first");
    expect([either.aborted, either.reason, heard.mock.calls.length]).toEqual([true, "second", 1]);
  });

  test("the combined signal is aborted from the start if one of the signals already is", () => {
    withoutNative();
    const either = anySignal([new AbortController().signal, AbortSignal.abort("before")]);
    expect([either.aborted, either.reason]).toEqual([true, "before"]);
  });
});
