// @vitest-environment jsdom

import { render, screen, within } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import { initialFacts } from "../../../src/domain/provider/facts.ts";
import { SITE } from "../../domain/site.ts";
import { browserEnv } from "../../platform/env.ts";
import { Footer } from "./Footer.tsx";

const FACTS = initialFacts().facts;

afterEach(() => {
  localStorage.clear();
});

function showFooter() {
  render(
    <MemoryRouter>
      <Footer />
    </MemoryRouter>,
  );
}

test("the footer has nine links (S-016)", () => {
  showFooter();
  const links = within(screen.getByRole("navigation", { name: "Footer" })).getAllByRole("link");
  expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
    ["Home", "/academy"],
    ["All Courses", "/academy/courses"],
    ["My Learning", "/academy/dashboard"],
    ["Sign In", "/auth"],
    ["About", SITE.aboutUrl],
    ["Contact", "/contact"],
    ["Main Site", SITE.mainSiteUrl],
    ["Privacy Policy", "/privacy-policy"],
    ["Terms of Service", "/terms-of-service"],
  ]);
});

test("the footer names the provider and links to the support address and the accessibility statement", () => {
  showFooter();
  expect(screen.getByText(`© ${FACTS.legalName}`)).toBeDefined();
  const mail = screen.getByRole("link", { name: FACTS.supportEmail });
  expect(mail.getAttribute("href")).toBe(`mailto:${FACTS.supportEmail}`);
  expect(screen.getByRole("link", { name: "Accessibility" }).getAttribute("href")).toBe("/accessibility");
});

test("the footer's About and Main Site links take a signed-in user to the landing page instead of the dashboard", () => {
  const user = { id: "018f0000-0000-7000-8000-000000000001", email: "ada@example.org" };
  const session = { access_token: "access", refresh_token: "refresh", expires_in: 3600, user };
  localStorage.setItem(browserEnv().authStorageKey, JSON.stringify(session));
  showFooter();
  const hrefOf = (name: string) => screen.getByRole("link", { name }).getAttribute("href");
  expect([hrefOf("About"), hrefOf("Main Site")]).toEqual(["/?site#founder", "/?site"]);
});
