// @vitest-environment jsdom
import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { Header } from "./Header.tsx";

const PLACES = [
  ["Home", "/academy"],
  ["Courses", "/academy/courses"],
  ["My Learning", "/academy/dashboard"],
  ["Contact", "/contact"],
  ["Back to Home", "/"],
];
const EMAIL = "ada@university.example";

function showHeader(email: string | null, address = "/academy") {
  const onSignOut = vi.fn();
  render(
    <MemoryRouter initialEntries={[address]}>
      <Header account={{ email, onSignOut }} />
    </MemoryRouter>,
  );
  return { onSignOut, main: screen.getByRole("navigation", { name: "Main" }) };
}

function openDrawer() {
  screen.getByRole("button", { name: "Menu" }).click();
  const drawer = screen.getByRole<HTMLDialogElement>("dialog", { name: "Menu" });
  return { drawer, inDrawer: within(drawer) };
}

function placesIn(navigation: HTMLElement) {
  const links = within(navigation).getAllByRole("link");
  return links.map((link) => [link.textContent, link.getAttribute("href")]);
}

test("the header shows a visitor five links and Sign In (S-014)", () => {
  const { main } = showHeader(null);
  expect(placesIn(main)).toEqual(PLACES);
  expect(screen.getByRole("link", { name: "Sign In" }).getAttribute("href")).toBe("/auth");
});

test("the header shows a learner's email address and a button that signs the learner out (S-014)", () => {
  const { onSignOut } = showHeader(EMAIL);
  expect(screen.getByText(EMAIL, { ignore: "dialog *" })).toBeDefined();
  expect(screen.queryByRole("link", { name: "Sign In" })).toBeNull();
  screen.getByRole("button", { name: "Sign Out" }).click();
  expect(onSignOut).toHaveBeenCalledOnce();
});

test("the header marks the link to the current page (S-014)", () => {
  const { main } = showHeader(null, "/academy/courses");
  const current = within(main).getByRole("link", { current: "page" });
  expect(current.textContent).toBe("Courses");
});

test("the drawer shows a visitor the header's links and Sign In (S-015)", () => {
  showHeader(null);
  const { inDrawer } = openDrawer();
  expect(placesIn(inDrawer.getByRole("navigation", { name: "Main" }))).toEqual(PLACES);
  expect(inDrawer.getByRole("link", { name: "Sign In" }).getAttribute("href")).toBe("/auth");
});

test("the drawer shows a learner's email address and closes when the learner signs out (S-015)", () => {
  const { onSignOut } = showHeader(EMAIL);
  const { drawer, inDrawer } = openDrawer();
  expect(inDrawer.getByText(EMAIL)).toBeDefined();
  inDrawer.getByRole("button", { name: "Sign Out" }).click();
  expect(drawer.open).toBe(false);
  expect(onSignOut).toHaveBeenCalledOnce();
});
