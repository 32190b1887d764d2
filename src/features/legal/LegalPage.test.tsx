// @vitest-environment jsdom
import { render, screen, within } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { LegalPage } from "./LegalPage.tsx";
import { bodyId, legalBody } from "./legalText.ts";

afterEach(() => {
  document.body.replaceChildren();
});

const NAME = "privacy-policy";
const BODY = '<h2 id="s-1-who-is-responsible">1. Who is responsible</h2>\n<p>We &amp; nobody else.</p>';
const opening = {
  dated: "Last updated: 14 October 2025",
  summary: "<ul><li>We set no cookies.</li></ul>",
  sections: [{ id: "s-1-who-is-responsible", title: "1. Who is responsible" }],
};

test("a legal page shows its date, summary, contents and every section (S-041)", async () => {
  const element = <LegalPage name={NAME} eyebrow="Your data" title="Privacy Policy" opening={opening} />;
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element, loader: () => BODY }])} />);
  await screen.findByRole("heading", { level: 1, name: "Privacy Policy" });
  screen.getByText("Last updated: 14 October 2025");
  within(screen.getByRole("region", { name: "In short" })).getByText("We set no cookies.");
  const contents = screen.getByRole("navigation", { name: "On this page" });
  const link = within(contents).getByRole("link", { name: "1. Who is responsible" });
  const target = document.getElementById(link.getAttribute("href")?.slice(1) ?? "");
  expect(target?.textContent).toBe("1. Who is responsible");
});

test("a prerendered legal page does not load its text again", async () => {
  document.body.innerHTML = `<div id="${bodyId(NAME)}"><div class="prose">${BODY}</div></div>`;
  const load = () => Promise.reject(new Error("the text was loaded"));
  expect(await legalBody(NAME, load)).toBe(BODY);
});

test("navigating between legal pages loads the text of the new page", async () => {
  document.body.innerHTML = `<div id="${bodyId("terms-of-service")}"><div>Terms</div></div>`;
  expect(await legalBody(NAME, async () => ({ html: BODY }))).toBe(BODY);
});
