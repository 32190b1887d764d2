// @vitest-environment jsdom
import { act, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { v4 as uuid } from "uuid";
import { afterEach, beforeEach, expect, test } from "vitest";
import { activeState, forgetIdentity, storeIdentity } from "../../db/store/active.ts";
import { onStoreSignal } from "../../db/store/signals.ts";
import { noteSilence, noteStoreTrouble } from "../../db/store/storeTrouble.ts";
import { requireUserId, type UserId } from "../../domain/ids.ts";
import { AuthProvider } from "../../platform/session/auth.tsx";
import { noteFullSession, noteLack } from "../../platform/session/halfSession.ts";
import LearnerNotices from "./LearnerNotices.tsx";

let userId: UserId;
beforeEach(async () => {
  userId = requireUserId(uuid());
  await storeIdentity({ userId, email: "learner@academy.example", mustChangePassword: false });
});
afterEach(async () => {
  noteStoreTrouble("none");
  await forgetIdentity();
});

function show() {
  render(
    <MemoryRouter>
      <AuthProvider>
        <LearnerNotices />
      </AuthProvider>
    </MemoryRouter>,
  );
}

const mustChangePassword = () => {
  const active = activeState();
  return active.status === "signedIn" && active.identity.mustChangePassword;
};

test("a learner whose session reports a temporary password must choose a new one, and the change is signalled only once", async () => {
  await noteLack(requireUserId(uuid()), "password_change_needed");
  expect(mustChangePassword()).toBe(false);
  await noteLack(userId, "password_change_needed");
  expect(mustChangePassword()).toBe(true);

  const signals: string[] = [];
  const stop = onStoreSignal((signal) => void signals.push(signal));
  await noteLack(userId, "password_change_needed");
  stop();
  expect(signals).toEqual([]);
});

test("a learner whose session lacks the second factor gets a link to confirm it, after which the sync starts", async () => {
  show();
  await act(() => noteLack(userId, "second_factor_needed"));
  await screen.findByText("Confirm it's you");
  expect(screen.getByRole("link", { name: "Confirm now" }).getAttribute("href")).toBe("/academy/account");

  const signals: string[] = [];
  const stop = onStoreSignal((signal) => void signals.push(signal));
  await act(() => noteFullSession());
  stop();
  expect(signals).toEqual(["identityStored"]);
  expect(screen.queryByText("Confirm it's you")).toBeNull();
});

test("a notice says what to do while the database does not respond, and disappears when it does", () => {
  show();
  let end = () => {};
  act(() => {
    end = noteSilence();
  });
  screen.getByText("Your browser’s storage isn’t responding");
  screen.getByText(/^Close other tabs that have this site open, or restart the browser\./);
  screen.getByRole("button", { name: "Try again" });
  act(() => end());
  expect(screen.queryByText("Your browser’s storage isn’t responding")).toBeNull();
});

test("a notice explains that the browser is storing no data, so no work is saved", () => {
  show();
  act(() => noteStoreTrouble("unavailable"));
  screen.getByText("This browser is not storing any data for the academy");
  screen.getByText(/you cannot sign in, and nothing you do in a lesson is saved\./);
  screen.getByText(/allow site data for this site in the settings of your browser, then reload\./);
  screen.getByRole("button", { name: "Reload" });
});
