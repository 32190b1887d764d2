// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import RefusedStudentIdPage from "./RefusedStudentIdPage.tsx";

const REFUSAL = {
  reason: "expired",
  until: "2026-12-09T12:00:00.000Z",
  university: "Leeds",
  isPaused: false,
};
const asked: unknown[] = [];
let answer: (body: { choice?: string }) => Response;
beforeEach(() => {
  asked.length = 0;
  answer = ({ choice }) => Response.json({ choice: choice ?? null, refusal: REFUSAL });
  vi.stubGlobal("fetch", async (_url: string, init?: RequestInit) => {
    const body = JSON.parse(String(init?.body));
    asked.push(body);
    return answer(body);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function Address() {
  const { pathname, hash } = useLocation();
  return <p>{`at ${pathname}${hash}`}</p>;
}
function open(address = "/auth/student-id#the-key") {
  render(
    <MemoryRouter initialEntries={[address]}>
      <RefusedStudentIdPage />
      <Address />
    </MemoryRouter>,
  );
}
const title = (name: string) => screen.findByRole("heading", { level: 1, name });
const choose = async (name: string) => fireEvent.click(await screen.findByRole("radio", { name }));
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

test("the key leaves the address, and opening the page chooses nothing", async () => {
  open();
  await title("We could not accept your student ID");
  screen.getByText(/It has expired\. Your access continues until 9 December 2026/);
  screen.getByText("at /auth/student-id");
  expect(asked).toEqual([{ key: "the-key" }]);
});

test("a refund is asked for with a button that says what it ends", async () => {
  answer = ({ choice }) => Response.json({ choice: choice ?? null, refusal: choice ? null : REFUSAL });
  open();
  await choose("Get a full refund");
  expect(asked).toHaveLength(1);
  press("Refund me and end my access");
  await title("You will be refunded");
  expect(asked[1]).toEqual({ key: "the-key", choice: "refund" });
});

test("paying the difference leads to the prices, and the other options stay open", async () => {
  open();
  await choose("Pay the difference");
  press("Pay the difference");
  const link = await screen.findByRole("link", { name: "See the prices" });
  expect(link.getAttribute("href")).toBe("/academy");
  await choose("Get a full refund");
  screen.getByRole("button", { name: "Refund me and end my access" });
});

test("another ID needs a file", async () => {
  open();
  await choose("Send another student ID");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "University" }).value).toBe("Leeds");
  press("Send this student ID");
  await screen.findByText("Please choose your student ID");
  expect(asked).toHaveLength(1);
});

test("a learner who sent another ID sees that it waits", async () => {
  answer = () => Response.json({ choice: "another", refusal: { ...REFUSAL, isPaused: true } });
  open();
  await title("Thank you. We will look at your new student ID");
  screen.getByText(/your access returns/);
});

test("a used link and a lost connection each say what to do", async () => {
  answer = () => Response.json({ error: "Gone", code: "not_found", requestId: "r" }, { status: 404 });
  open();
  await title("There is nothing left to choose");
  cleanup();
  answer = () => {
    throw new TypeError("offline");
  };
  open();
  await screen.findByText(/You need a connection/);
  answer = () => Response.json({ choice: null, refusal: REFUSAL });
  press("Try again");
  await title("We could not accept your student ID");
  cleanup();
  asked.length = 0;
  // As after a reload.
  open("/auth/student-id");
  await title("Open the link in our email again");
  expect(asked).toEqual([]);
});
