// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { createMemoryRouter, Link, RouterProvider, useLocation } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { currentToasts, dismissToast, toast } from "../../ui/overlay/toast.ts";
import { titled } from "../page.ts";
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

/** A list at the address and its items behind it, as the labs and the sheets are. */
function List() {
  return (
    <>
      <PageAnnouncer />
      <main id="main" tabIndex={-1}>
        {useLocation().search === "" ? (
          <Link key="one" to="?name=one">
            One
          </Link>
        ) : (
          <Link key="more" to="?name=one&more=1">
            More
          </Link>
        )}
      </main>
    </>
  );
}

test("a link that its own page replaces leaves the focus to the content, and one that stays keeps it", async () => {
  const handle = titled(({ query }) => query.get("name") ?? "All");
  const router = createMemoryRouter([{ path: "*", element: <List />, handle }], { initialEntries: ["/lab"] });
  render(<RouterProvider router={router} />);
  const one = screen.getByRole("link", { name: "One" });
  one.focus();
  await act(async () => one.click());
  expect(screen.getByRole("status").textContent).toMatch(/^one/);
  expect(document.activeElement).toBe(screen.getByRole("main"));
  const more = screen.getByRole("link", { name: "More" });
  more.focus();
  await act(async () => more.click());
  expect(document.activeElement).toBe(more);
});
