// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { startFunctionServer } from "../../../../tests/support/screens/functionServer.ts";
import { signInLearner } from "../../../../tests/support/screens/learner.ts";
import { openRoutes } from "../../../../tests/support/screens/openRoutes.tsx";
import { forgetIdentity } from "../../../db/store/active.ts";
import { noteSilence } from "../../../db/store/storeTrouble.ts";
import { AuthProvider } from "../../../platform/session/auth.tsx";
import * as authStore from "../../../platform/session/authStore.ts";
import { orderEmailOf, rememberClaim, rememberOrderEmail } from "../order/claim.ts";
import { Component as PaymentSuccessPage } from "./PaymentSuccessPage.tsx";

let functions: Awaited<ReturnType<typeof startFunctionServer>>;
beforeAll(async () => {
  functions = await startFunctionServer();
  vi.stubEnv("VITE_FUNCTIONS_URL", functions.url);
});
afterAll(() => functions.stop());
beforeEach(async () => {
  functions.answers.clear();
  functions.asked.length = 0;
  sessionStorage.clear();
  localStorage.clear();
  await forgetIdentity();
  await authStore.followIdentity();
});

function open(search = "") {
  render(
    <AuthProvider>
      <MemoryRouter initialEntries={[`/payment-success${search}`]}>
        <PaymentSuccessPage />
      </MemoryRouter>
    </AuthProvider>,
  );
}
const title = (name: string) => screen.findByRole("heading", { level: 1, name });
const answer = (name: string, body: unknown, status = 200) => functions.answers.set(name, { status, body });

async function signIn(enrollment?: "enrolled") {
  const db = await signInLearner("ada@example.org");
  if (enrollment) await db.meta.put({ key: "enrollment", value: enrollment });
  await authStore.followIdentity();
  return db;
}

test("a guest waits for the payment to be confirmed and then sees how to begin (S-039, S-040, S-064)", async () => {
  let answerNow: (reply: { status: number; body: unknown }) => void = () => undefined;
  functions.answers.set("verify-guest-payment", new Promise((resolve) => (answerNow = resolve)));
  sessionStorage.setItem("academy-checkout", JSON.stringify({ firstName: "Ada" }));
  open("?session_id=cs_1");
  await title("Processing Your Payment");
  answerNow({ status: 200, body: { success: true } });
  await title("Welcome to the academy");
  const steps = screen.getAllByRole("listitem").map((item) => item.firstElementChild?.textContent);
  expect(steps).toEqual([
    "Check your email",
    "Sign in with the temporary password",
    "Change the password",
    "Start learning",
  ]);
  expect(screen.getByRole("link", { name: "Sign In Now" }).getAttribute("href")).toBe("/auth");
  for (const support of screen.getAllByRole("link", { name: "support@academy.example" }))
    expect(support.getAttribute("href")).toBe("mailto:support@academy.example");
  expect(screen.getByRole("link", { name: "get help" }).getAttribute("href")).toBe("/contact");
  expect(functions.asked.map(({ name, body }) => [name, JSON.parse(body)])).toEqual([
    ["verify-guest-payment", { sessionId: "cs_1" }],
  ]);
  expect(sessionStorage.getItem("academy-checkout")).toBeNull();
});

test("a guest sees that a payment is not confirmed and can check it again (S-039, S-100)", async () => {
  answer("verify-guest-payment", { error: "No such payment", code: "not_found" }, 404);
  open("?session_id=cs_1");
  await title("Verification Issue");
  screen.getByText("No such payment");
  screen.getByText(/If your payment was processed, nothing has been lost\. Please contact support/);
  answer("verify-guest-payment", { success: true });
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await title("Welcome to the academy");
});

test("a device whose storage does not respond shows a payment as to a guest (S-039)", async () => {
  onTestFinished(noteSilence());
  const loading = vi.spyOn(authStore, "authState").mockReturnValue({ status: "loading" });
  onTestFinished(() => loading.mockRestore());
  answer("verify-guest-payment", { success: true, paidPence: 60_00 });
  open("?session_id=cs_1");
  await title("Welcome to the academy");
  screen.getByText(/We have received your payment of £60\.00/);
});

test("the payment success page without a session id shows success and sends no request (S-064)", async () => {
  open();
  await title("Payment Successful!");
  screen.getByRole("heading", { name: "Welcome to the academy" });
  expect(screen.getByRole("link", { name: "Sign In Now" }).getAttribute("href")).toBe("/auth");
  expect(functions.asked).toEqual([]);
});

test("a signed-in buyer sees immediately that the payment succeeded and whether the course is open yet (S-039, S-040, S-064)", async () => {
  const db = await signIn("enrolled");
  let answerNow: (reply: { status: number; body: unknown }) => void = () => undefined;
  functions.answers.set("verify-guest-payment", new Promise((resolve) => (answerNow = resolve)));
  open("?session_id=cs_1");
  await title("Payment Successful!");
  await waitFor(() => expect(functions.asked).toHaveLength(1));
  // Database reads that the page has already started complete before this one.
  await act(() => db.meta.get("enrollment"));
  screen.getByText("Opening your course…");
  expect(screen.getByRole("link", { name: "Go to My Learning" }).getAttribute("href")).toBe(
    "/academy/dashboard",
  );
  answerNow({ status: 200, body: { success: true, paidPence: 21_60 } });
  await screen.findByText("Your course is open.");
  screen.getByText(/We have received your payment of £21\.60/);
});

test("the payment success page says that the course is open as soon as the device has pulled the enrolment", async () => {
  const db = await signIn();
  answer("verify-guest-payment", { success: true });
  open("?session_id=cs_1");
  await title("Payment Successful!");
  await waitFor(() => expect(functions.asked.length).toBeGreaterThan(0));
  screen.getByText("Opening your course…");
  await act(() => db.meta.put({ key: "enrollment", value: "enrolled" }));
  await screen.findByText("Your course is open.");
});

test("a signed-in buyer whose payment is not confirmed sees only that message and can check again (S-039, S-100)", async () => {
  await signIn("enrolled");
  answer("verify-guest-payment", { error: "No such payment", code: "not_found" }, 404);
  open("?session_id=cs_1");
  await title("Verification Issue");
  screen.getByText("No such payment");
  expect(screen.queryByText("Your course is open.")).toBeNull();
  expect(screen.queryByText(/receipt is on its way/)).toBeNull();
  answer("verify-guest-payment", { success: true });
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await title("Payment Successful!");
});

describe("the payment for a team (S-176)", () => {
  test("leads a guest from the email to the page on which people are invited", async () => {
    rememberClaim({ sessionId: "cs_1", token: "claim-token" });
    answer("verify-guest-payment", { success: true, paidPence: 15_000_00 });
    open("?session_id=cs_1&for=team");
    await screen.findByText(/payment of £15,000\.00 and the places for your team are ready/);
    const steps = screen.getAllByRole("listitem").map((item) => item.firstElementChild?.textContent);
    expect(steps.at(-1)).toBe("Invite people");
    screen.getByText("Your team will move to this address. You can correct it once.");
    expect(document.body.textContent).not.toMatch(/place on the course|refund the second|lesson/);
  });

  test("leads a signed-in buyer there immediately, and does not wait for a course", async () => {
    await signIn();
    answer("verify-guest-payment", { success: true });
    open("?session_id=cs_1&for=team");
    await screen.findByText("Your team is ready: invite people.");
    expect(screen.getByRole("link", { name: "Invite people" }).getAttribute("href")).toBe("/academy/team");
    expect(document.body.textContent).not.toMatch(/course|My Learning/);
  });
});

describe("a payment that cannot be checked", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());
  /** Each pause of the page passes in a moment. */
  const untilSeen = (text: string | RegExp) =>
    vi.waitFor(async () => {
      await act(() => vi.advanceTimersByTimeAsync(8_000));
      screen.getByText(text);
    });
  const UNREACHABLE = [
    ["cannot be reached", null],
    ["is behind a gateway that gives up", { status: 504, body: "Gateway Time-out" }],
  ] as const;

  test.each(UNREACHABLE)(
    "leaves a signed-in buyer with the success and is checked until the server answers, if the server %s (S-064)",
    async (_, reply) => {
      await signIn("enrolled");
      functions.answers.set("verify-guest-payment", reply);
      open("?session_id=cs_1");
      await untilSeen(/We are still confirming your payment/);
      screen.getByRole("heading", { level: 1, name: "Payment Successful!" });
      expect(screen.queryByText("Your course is open.")).toBeNull();
      answer("verify-guest-payment", { success: true, paidPence: 21_60 });
      await untilSeen(/We have received your payment of £21\.60/);
      await untilSeen("Your course is open.");
    },
  );

  test("is checked as soon as the signed-in buyer is back online", async () => {
    await signIn("enrolled");
    functions.answers.set("verify-guest-payment", null);
    open("?session_id=cs_1");
    await untilSeen(/We are still confirming your payment/);
    answer("verify-guest-payment", { success: true, paidPence: 0 });
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => screen.getByText(/Your order is complete/));
  });

  test("replaces the success once the server says that it was not made", async () => {
    await signIn("enrolled");
    functions.answers.set("verify-guest-payment", null);
    open("?session_id=cs_1");
    await untilSeen(/We are still confirming your payment/);
    answer("verify-guest-payment", { success: false, error: "This payment has not been completed." });
    await untilSeen("This payment has not been completed.");
    screen.getByRole("heading", { level: 1, name: "Verification Issue" });
  });

  test("is a verification issue for a guest, which says that there is no connection and ends with it (S-100, S-155)", async () => {
    functions.answers.set("verify-guest-payment", null);
    open("?session_id=cs_1");
    await untilSeen("There is no connection, so your payment could not be verified yet.");
    screen.getByRole("heading", { level: 1, name: "Verification Issue" });
    expect(screen.queryByText(/contact support/)).toBeNull();
    answer("verify-guest-payment", { success: true });
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => screen.getByRole("heading", { level: 1, name: "Welcome to the academy" }));
  });
});

test("a guest whose payment the server is slow to verify is told so after five seconds, and sees the answer when it comes (S-155)", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  let answerNow: (reply: { status: number; body: unknown }) => void = () => undefined;
  functions.answers.set("verify-guest-payment", new Promise((resolve) => (answerNow = resolve)));
  open("?session_id=cs_1");
  await act(() => vi.advanceTimersByTimeAsync(4_900));
  screen.getByRole("heading", { level: 1, name: "Processing Your Payment" });
  await act(() => vi.advanceTimersByTimeAsync(100));
  screen.getByRole("heading", { level: 1, name: "Verification Issue" });
  screen.getByText("We are still checking, and this page updates by itself.");
  answerNow({ status: 200, body: { success: true } });
  await vi.waitFor(() => screen.getByRole("heading", { level: 1, name: "Welcome to the academy" }));
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })));
});

test("a guest sees the address of the order and takes it along to the sign-in form, and not in the URL (S-154)", async () => {
  rememberOrderEmail("cs_1", "ada@example.org");
  answer("verify-guest-payment", { success: true, email: "a•••@example.org" });
  const routes = [{ path: "/payment-success", Component: PaymentSuccessPage }];
  const { router } = openRoutes(routes, "/payment-success?session_id=cs_1");
  await screen.findByText("ada@example.org");
  expect(screen.queryByText("a•••@example.org")).toBeNull();
  fireEvent.click(screen.getByRole("link", { name: "Sign In Now" }));
  await screen.findByText("Another page");
  expect(router.state.location).toMatchObject({ search: "", state: { email: "ada@example.org" } });
  cleanup();
  openRoutes(routes, "/payment-success?session_id=cs_2");
  await screen.findByText("a•••@example.org");
});

test("a buyer whose bank has not paid yet sees that the payment is on its way, and no success", async () => {
  const error = "Your bank has not completed this payment yet.";
  answer("verify-guest-payment", { success: false, isPending: true, error });
  open("?session_id=cs_1");
  await title("Your Payment Is on Its Way");
  screen.getByText(error);
  expect(screen.queryByRole("link", { name: "Sign In Now" })).toBeNull();
  cleanup();
  await signIn("enrolled");
  open("?session_id=cs_1");
  await title("Your Payment Is on Its Way");
  expect(screen.queryByText(/receipt is on its way/)).toBeNull();
});

test("the payment success page lists dates and amounts for a guest who pays in three instalments", async () => {
  const payments = [
    { number: 1, dueAt: "2026-11-21T10:00:00Z", amountPence: 21_60, status: "paid" },
    { number: 2, dueAt: "2026-12-21T10:00:00Z", amountPence: 21_60, status: "due" },
    { number: 3, dueAt: "2027-01-21T10:00:00Z", amountPence: 21_60, status: "due" },
  ];
  answer("verify-guest-payment", { success: true, plan: { payments } });
  open("?session_id=cs_1");
  await screen.findByRole("table", { name: "Your payments" });
  const rows = screen.getAllByRole("row").map((row) => [...row.children].map((cell) => cell.textContent));
  expect(rows).toEqual([
    ["Payment", "Date", "Amount", "Status"],
    ["1 of 3", "21 November 2026", "£21.60", "Paid"],
    ["2 of 3", "21 December 2026", "£21.60", "Due"],
    ["3 of 3", "21 January 2027", "£21.60", "Due"],
  ]);
});

test("a guest corrects a mistyped address in the browser that placed the order", async () => {
  rememberClaim({ sessionId: "cs_1", token: "claim-token" });
  rememberOrderEmail("cs_1", "ada@exmaple.org");
  answer("verify-guest-payment", { success: true, email: "a••@exmaple.org" });
  answer("correct-order-email", { success: false, error: "This was corrected before." });
  open("?session_id=cs_1");
  await screen.findByText("ada@exmaple.org");
  const box = screen.getByLabelText("The correct email address");
  const correct = () => fireEvent.click(screen.getByRole("button", { name: "Correct the address" }));
  fireEvent.change(box, { target: { value: "nobody" } });
  correct();
  await screen.findByText("Invalid email");
  fireEvent.change(box, { target: { value: "ada@example.org" } });
  correct();
  await screen.findByText("This was corrected before.");
  answer("correct-order-email", { success: true });
  correct();
  const corrected = await screen.findByText(/^Corrected\. Your sign-in details are on their way to/);
  expect(corrected.closest('[role="status"]')?.textContent).toMatch(/ ada@example\.org\.$/);
  expect(screen.queryByText("ada@exmaple.org")).toBeNull();
  expect(orderEmailOf("cs_1")).toBe("ada@example.org");
  expect(JSON.parse(functions.asked.at(-1)?.body ?? "")).toEqual({
    claimToken: "claim-token",
    email: "ada@example.org",
  });
});

test("a guest can have the email sent again, but a visitor in another browser is asked to write to the academy", async () => {
  answer("verify-guest-payment", { success: true });
  open("?session_id=cs_1");
  expect(await screen.findAllByText(/In the browser you ordered with/)).toHaveLength(2);
  cleanup();
  rememberClaim({ sessionId: "cs_2", token: "token-of-another-order" });
  open("?session_id=cs_1");
  expect(await screen.findAllByText(/In the browser you ordered with/)).toHaveLength(2);
  cleanup();
  rememberClaim({ sessionId: "cs_1", token: "claim-token" });
  answer("resend-credentials", { success: true });
  open("?session_id=cs_1");
  fireEvent.click(await screen.findByRole("button", { name: "Send the email again" }));
  await screen.findByText("It is on its way again. Use the most recent email.");
  expect(JSON.parse(functions.asked.at(-1)?.body ?? "")).toEqual({ claimToken: "claim-token" });
});
