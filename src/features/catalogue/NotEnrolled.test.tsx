// @vitest-environment jsdom
import { randomUUID } from "node:crypto";
import { render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test, vi } from "vitest";
import { NOT_ENROLLED } from "../../domain/paths.ts";
import { browserEnv } from "../../platform/env.ts";
import { Component as CataloguePage } from "./CataloguePage.tsx";

afterEach(() => vi.unstubAllGlobals());

const EMAIL = "ada@mail.example";
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Opens the catalogue as My Learning does, for an account whose address is or is not confirmed. */
function openAs(isProven: boolean) {
  const id = randomUUID();
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const access_token = [part({ alg: "ES256" }), part({ sub: id, exp }), part("unsigned")].join(".");
  const session = { access_token, refresh_token: "r", expires_in: 3600, expires_at: exp };
  localStorage.setItem(
    browserEnv().authStorageKey,
    JSON.stringify({ ...session, user: { id, email: EMAIL } }),
  );
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (url: RequestInfo | URL) => {
    asked.push(String(url instanceof Request ? url.url : url));
    return Response.json(isProven);
  });
  render(
    <MemoryRouter initialEntries={[{ pathname: "/academy/courses", state: NOT_ENROLLED }]}>
      <CataloguePage />
    </MemoryRouter>,
  );
  return asked;
}
const linkTo = (name: string) => screen.getByRole("link", { name }).getAttribute("href");

test("the catalogue says why My Learning led there, for whom, and what to do about another address (S-009, S-149)", async () => {
  const asked = openAs(true);
  await screen.findByText("You are not enrolled in a course yet");
  screen.getByText(EMAIL);
  expect(linkTo("write to us")).toMatch(/^\/contact\?subject=/);
  await vi.waitFor(() => expect(asked.some((url) => url.endsWith("/rpc/is_my_address_proven"))).toBe(true));
  expect(screen.queryByText(/Bought with this address/)).toBeNull();
});

test("the catalogue tells an account whose address is not confirmed that a purchase may wait for that (S-149)", async () => {
  openAs(false);
  await screen.findByText(/Bought with this address/);
  expect(linkTo("Confirm your address")).toBe("/academy/account#signing-in");
});
