// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { expect, test } from "vitest";
import { readProviderReturn } from "../../platform/session/signing-in/providers.ts";
import ProviderReturnPage from "./ProviderReturnPage.tsx";

async function returnWith(query: string) {
  const router = createMemoryRouter([{ path: "/auth/callback", element: <ProviderReturnPage /> }], {
    initialEntries: [`/auth/callback?${query}`],
  });
  render(<RouterProvider router={router} />);
  const title = (await screen.findByRole("heading", { level: 1 })).textContent;
  const back = screen.getByRole("link", { name: "Back to Sign In" }).getAttribute("href");
  return { title, back, left: router.state.location.search };
}

test("the provider return page reads the outcome of the sign-in from its URL (S-088)", () => {
  const read = (query: string) => readProviderReturn(new URLSearchParams(query));
  expect(read("code=abc&next=/academy")).toEqual({ status: "code", code: "abc" });
  expect(read("error=access_denied&error_description=No")).toEqual({ status: "denied" });
  expect(read("error=access_denied&error_code=provider_email_needs_verification")).toEqual({
    status: "unconfirmed",
  });
  expect(read("error=server_error&error_code=unexpected_failure&code=abc")).toMatchObject({
    status: "failed",
  });
  expect(read("next=/academy")).toEqual({ status: "none" });
});

test("the page after a cancelled provider sign-in says that it was cancelled and keeps only the next page in the URL", async () => {
  expect(await returnWith("next=%2Facademy&error=access_denied&error_description=Evil+words")).toEqual({
    title: "You are not signed in",
    back: "/auth?next=%2Facademy",
    left: "?next=%2Facademy",
  });
  expect(document.body.textContent).not.toContain("Evil words");
});

test("a user whose provider account could not be linked sees what to do next", async () => {
  const { title } = await returnWith("error=server_error&error_code=unexpected_failure");
  expect(title).toBe("We could not sign you in");
  expect(screen.getByRole("link", { name: "Forgot your password?" }).getAttribute("href")).toBe(
    "/auth/forgotten-password",
  );
});

test("a provider code that this tab did not request does not sign the user in and is removed from the URL", async () => {
  const { title, left } = await returnWith("code=planted");
  expect({ title, left }).toEqual({ title: "We could not sign you in", left: "" });
  expect(Object.keys({ ...localStorage })).toEqual([]);
});

test("opening the provider return page directly offers a link to sign in", async () => {
  expect(await returnWith("")).toMatchObject({ title: "This link has expired", back: "/auth" });
});
