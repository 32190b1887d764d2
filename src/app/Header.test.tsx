// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { Header } from "./Header.tsx";
import { NotFoundPage } from "./NotFoundPage.tsx";

afterEach(cleanup);

function showHeader(email: string | null) {
  const onSignOut = vi.fn();
  render(
    <MemoryRouter>
      <Header account={{ email, onSignOut }} />
    </MemoryRouter>,
  );
  return { onSignOut, navigation: within(screen.getByRole("navigation", { name: "Main" })) };
}

test("a visitor finds the way in (S-014)", () => {
  const { navigation } = showHeader(null);
  const places = navigation.getAllByRole("link").map((link) => [link.textContent, link.getAttribute("href")]);
  expect(places).toEqual([
    ["Home", "/academy"],
    ["My Learning", "/academy/dashboard"],
    ["Back to Home", "/"],
    ["Sign In", "/auth"],
  ]);
});

test("a learner sees their own e-mail and can sign out (S-014)", () => {
  const { navigation, onSignOut } = showHeader("ada@university.example");
  expect(navigation.getByText("ada@university.example")).toBeDefined();
  expect(navigation.queryByRole("link", { name: "Sign In" })).toBeNull();
  navigation.getByRole("button", { name: "Sign Out" }).click();
  expect(onSignOut).toHaveBeenCalledOnce();
});

test("whoever is lost is told so and finds home (S-042)", () => {
  render(
    <MemoryRouter>
      <NotFoundPage />
    </MemoryRouter>,
  );
  expect(screen.getByRole("heading", { name: "Oops! Page not found" })).toBeDefined();
  expect(screen.getByRole("link").getAttribute("href")).toBe("/academy");
});
