import { afterEach, expect, test, vi } from "vitest";
import { currentToasts, dismissToast, subscribeToToasts, toast } from "./toast.ts";

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

test("messages are shown in the order in which they came until each is dismissed", () => {
  toast({ title: "Welcome back!" });
  toast({
    title: "Error",
    description: "Failed to save progress. Please try again.",
    variant: "destructive",
  });
  expect(currentToasts().map((each) => [each.title, each.variant])).toEqual([
    ["Welcome back!", "default"],
    ["Error", "destructive"],
  ]);
  const [first] = currentToasts();
  if (first) dismissToast(first.id);
  expect(currentToasts().map((each) => each.title)).toEqual(["Error"]);
});

test("a region that has gone hears nothing more", () => {
  const listener = vi.fn();
  const unsubscribe = subscribeToToasts(listener);
  toast({ title: "One" });
  unsubscribe();
  toast({ title: "Two" });
  expect(listener).toHaveBeenCalledTimes(1);
});
