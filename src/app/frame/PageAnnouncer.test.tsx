// @vitest-environment jsdom
import { act, render } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { currentToasts, dismissToast, toast } from "../../ui/overlay/toast.ts";
import { PageAnnouncer } from "./PageAnnouncer.tsx";

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

test("navigating to another page dismisses error messages and keeps success messages", async () => {
  const router = createMemoryRouter([{ path: "*", element: <PageAnnouncer /> }], {
    initialEntries: ["/contact"],
  });
  render(<RouterProvider router={router} />);
  toast({ title: "Failed to send message. Please try again.", variant: "destructive" });
  toast({ title: "Welcome back!" });
  await act(() => router.navigate("/contact#form"));
  expect(currentToasts()).toHaveLength(2);
  await act(() => router.navigate("/academy"));
  expect(currentToasts().map(({ title }) => title)).toEqual(["Welcome back!"]);
});
