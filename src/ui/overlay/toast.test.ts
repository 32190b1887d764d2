import { afterEach, expect, test } from "vitest";
import { currentToasts, dismissFailures, dismissToast, toast } from "./toast.ts";

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

test("toasts appear in order and stay until dismissed", () => {
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

test("a repeated failure shows one toast instead of several", () => {
  for (let press = 0; press < 4; press += 1) toast({ title: "Invalid email", variant: "destructive" });
  expect(currentToasts().map((each) => each.title)).toEqual(["Invalid email"]);
});

test("a toast replaces only an earlier one with the same cause", () => {
  toast({ title: "Error", description: "The note was not saved.", variant: "destructive" });
  toast({ title: "First name is required", variant: "destructive", cause: "checkout" });
  toast({ title: "Invalid email", variant: "destructive", cause: "checkout" });
  expect(currentToasts().map((each) => each.title)).toEqual(["Error", "Invalid email"]);
  toast({ title: "Discount code applied successfully!", cause: "checkout" });
  expect(currentToasts().map((each) => each.title)).toEqual(["Error", "Discount code applied successfully!"]);
});

test("dismissing failure toasts keeps success toasts and failures with another cause", () => {
  toast({ title: "Welcome back!" });
  toast({ title: "Invalid email", variant: "destructive", cause: "checkout" });
  toast({ title: "That did not work", variant: "destructive", cause: "sync" });
  dismissFailures("checkout");
  expect(currentToasts().map((each) => each.title)).toEqual(["Welcome back!", "That did not work"]);
  dismissFailures();
  expect(currentToasts().map((each) => each.title)).toEqual(["Welcome back!"]);
});
