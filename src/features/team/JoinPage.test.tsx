// @vitest-environment jsdom
import { configure, fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { openRoutes } from "../../../tests/support/screens/openRoutes.tsx";
import { withStaffServer } from "../../../tests/support/screens/staffConsole.tsx";
import { forgetIdentity } from "../../db/store/active.ts";
import { OWNER_NEVER_SEES, OWNER_SEES } from "../../domain/sales/ownerSees.ts";
import { followIdentity } from "../../platform/session/authStore.ts";
import { Component as JoinPage } from "./JoinPage.tsx";

configure({ asyncUtilTimeout: 10_000 });

const server = withStaffServer();
let replies: Record<string, unknown>;
beforeEach(async () => {
  replies = { team_of_link: { team: "Water & Co", tier: "ngo", refusal: null } };
  await followIdentity();
  server.answers = ({ name }) => Response.json(replies[name] ?? null);
});
const open = (hash = "#key=abc") =>
  openRoutes([{ path: "/academy/team/join", Component: JoinPage }], `/academy/team/join${hash}`);
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const acts = () => server.asked.map(({ name }) => name).filter((name) => /join|claim/.test(name));

test("the invited person reads what the owner sees before the place can be taken, and opening the link uses nothing (S-182)", async () => {
  open();
  await screen.findByRole("button", { name: "Take the place" });
  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual([...OWNER_SEES]);
  screen.getByText(OWNER_NEVER_SEES);
  screen.getByText("Water & Co");
  expect(acts()).toEqual([]);
});

test("someone who is not signed in signs in first and comes back to the link (S-182)", async () => {
  await forgetIdentity();
  await followIdentity();
  open();
  const link = await screen.findByRole("link", { name: "Sign in or create an account" });
  const next = new URL(link.getAttribute("href") ?? "", "http://a").searchParams.get("next");
  expect(next).toBe("/academy/team/join#key=abc");
  expect(screen.queryByRole("button", { name: "Take the place" })).toBeNull();
});

test.each([
  ["expired", "This invitation has ended."],
  ["paused", "The team is paused."],
  ["full", "All places are taken."],
])("a link that gives no place now says so before it is pressed: %s (S-182)", async (refusal, words) => {
  replies = { team_of_link: { team: "Water & Co", tier: "ngo", refusal } };
  open();
  await screen.findByText(words);
  screen.getByRole("button", { name: "Take the place" });
  await forgetIdentity();
  await followIdentity();
  await screen.findByRole("link", { name: "Sign in or create an account" });
  screen.getByText(words);
});

test.each([
  ["has_own", "You already have this course yourself, so the place stays free for someone else."],
  ["not_found", "This invitation no longer works"],
  ["full", "All places are taken"],
  ["expired", "This invitation has ended"],
  ["paused", "The team is paused"],
  ["removed", "This link does not work for you"],
])("the outcome %s is said in words (S-182)", async (outcome, words) => {
  replies.join_team = outcome;
  open();
  await screen.findByRole("button", { name: "Take the place" });
  press("Take the place");
  await screen.findByText(words);
  expect(acts()).toEqual(["join_team"]);
});

test("a link that does not work is said to, and so is a lost connection (S-182)", async () => {
  replies = {};
  open();
  await screen.findByText("This invitation no longer works");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  open("#key=other");
  await screen.findByText("The invitation could not be shown");
});

test("a place that was taken without a connection is not taken, is said so, and is taken by the next press (S-182)", async () => {
  open();
  await screen.findByRole("button", { name: "Take the place" });
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  press("Take the place");
  await screen.findByText(/The academy could not be reached: check your connection/);
  replies.join_team = "full";
  vi.stubGlobal("fetch", fetch);
  press("Take the place");
  await screen.findByText("All places are taken");
});

test("an account without a name gets one before the place is taken (S-182)", async () => {
  const written: unknown[] = [];
  server.answers = ({ name, args }) => {
    if (name !== "/rest/v1/profiles") return Response.json(replies[name] ?? null);
    if (args.first_name) written.push(args);
    return Response.json([{ id: "1", first_name: "", last_name: "" }]);
  };
  // Without a sync after it.
  replies.join_team = "full";
  open();
  await screen.findByRole("button", { name: "Take the place" });
  press("Take the place");
  await screen.findByText("First name is required");
  expect(document.activeElement).toBe(screen.getByLabelText("First name"));
  expect(acts()).toEqual([]);
  fireEvent.change(screen.getByLabelText("First name"), { target: { value: " Ada " } });
  fireEvent.change(screen.getByLabelText("Last name"), { target: { value: "Byron" } });
  press("Take the place");
  await screen.findByText("All places are taken");
  expect(written).toEqual([{ first_name: "Ada", last_name: "Byron" }]);
});
