// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { startFunctionServer } from "../../../../tests/support/screens/functionServer.ts";
import { signInLearner } from "../../../../tests/support/screens/learner.ts";
import { openRoutes } from "../../../../tests/support/screens/openRoutes.tsx";
import { stubPictures } from "../../../../tests/support/screens/pictures.ts";
import { forgetIdentity } from "../../../db/store/active.ts";
import { noteSilence } from "../../../db/store/storeTrouble.ts";
import type { Tier } from "../../../domain/sales/plans.ts";
import * as authStore from "../../../platform/session/authStore.ts";
import { currentToasts, dismissToast } from "../../../ui/overlay/toast.ts";
import { Component as CheckoutPage, loader } from "./CheckoutPage.tsx";
import { ConsentFields } from "./ConsentFields.tsx";

let functions: Awaited<ReturnType<typeof startFunctionServer>>;
beforeAll(async () => {
  functions = await startFunctionServer();
  vi.stubEnv("VITE_FUNCTIONS_URL", functions.url);
  // jsdom does not draw images.
  URL.createObjectURL = () => "blob:picture";
  URL.revokeObjectURL = () => undefined;
});
afterAll(() => functions.stop());
let unstub: () => void;
beforeEach(async () => {
  unstub = stubPictures();
  functions.answers.clear();
  functions.asked.length = 0;
  sessionStorage.clear();
  localStorage.clear();
  for (const { id } of currentToasts()) dismissToast(id);
  await forgetIdentity();
  await authStore.followIdentity();
});
afterEach(() => {
  unstub();
});

async function show(address: string) {
  const routes = [{ path: "/academy/checkout/:tier", loader, Component: CheckoutPage }];
  return openRoutes(routes, `/academy/checkout/${address}`);
}
async function open(address: string) {
  const shown = await show(address);
  await screen.findByRole("heading", { name: "Order Summary" });
  return shown;
}
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>("textbox", { name });
const type = (name: string | RegExp, value: string) => fireEvent.input(field(name), { target: { value } });
const submitButton = (name: RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const toasts = () => currentToasts().map(({ title }) => title);
const amounts = () =>
  within(screen.getByRole("complementary"))
    .getAllByRole("term")
    .map((term) => [term.textContent, term.nextElementSibling?.textContent]);
const fileInput = () => screen.getByLabelText<HTMLInputElement>("Student ID");
const choose = (file: File) => fireEvent.change(fileInput(), { target: { files: [file] } });
const PNG_HEAD = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PNG = new File([PNG_HEAD], "id.png", { type: "image/png" });

/** The error that assistive technology reads out with a control, or an empty text. */
function errorAt(control: HTMLElement): string {
  if (control.getAttribute("aria-invalid") !== "true") return "";
  const described = control.getAttribute("aria-describedby")?.split(" ") ?? [];
  const id = described.find((each) => each.endsWith("-error"));
  return document.getElementById(id ?? "")?.textContent ?? "";
}

function fillIn(organization: string) {
  type(organization, "The Organisation");
  type("First name", "Ada");
  type("Last name", "Byron");
  type("Email", "ada@example.org");
}
function accept() {
  for (const box of screen.getAllByRole("checkbox").slice(0, 2)) fireEvent.click(box);
}

test("a guest student sees at the checkout what is sold and what it costs (S-030, S-031, S-033, S-034, S-035, S-038)", async () => {
  const { router } = await open("student");
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Complete Your Enrollment");
  screen.getByText("Get instant access - no account needed");
  const summary = within(screen.getByRole("complementary", { name: "Order Summary" }));
  for (const text of ["Core Program", "Students", "AI Fluency in 30 Days", "What's included", "Core content"])
    summary.getByText(text);
  expect(amounts()).toEqual([
    ["Subtotal", "£50.00"],
    ["VAT (20%)", "£10.00"],
    ["Total", "£60.00"],
  ]);
  expect(submitButton(/^Complete Enrollment - £60.00$/).disabled).toBe(true);
  expect(fileInput().accept).toBe("image/*,application/pdf");
  screen.getByText(/MAX\. 5MB/);
  expect(screen.getByRole("link", { name: "terms of service" }).getAttribute("href")).toBe(
    "/terms-of-service",
  );
  expect(screen.getByRole("link", { name: "privacy policy" }).getAttribute("href")).toBe("/privacy-policy");
  fireEvent.click(screen.getByRole("link", { name: "Change Payment Plan" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/academy/pricing/student"));
});

test("the checkout shows the monthly price and the total of the 3-month plan, and treats any other plan as payment in full (S-032, S-043)", async () => {
  await open("student?paymentType=installment");
  expect(amounts()).toEqual([
    ["Subtotal", "£18.00"],
    ["VAT (20%)", "£3.60"],
    ["Monthly Total", "£21.60"],
    ["3 monthly payments", "£64.80 in total"],
  ]);
  cleanup();
  await open("student?paymentType=monthly");
  expect(amounts().at(-1)).toEqual(["Total", "£60.00"]);
});

test.each([
  ["ngo", "Organisation name", "£600.00", "Organisation name is required"],
  ["professional", "Company name", "£1,020.00", "Company name is required"],
])(
  "the %s checkout form has its own fields and button text (S-035, S-036, S-052, S-067, S-068)",
  async (tier, organization, total, fault) => {
    await open(tier);
    const button = submitButton(new RegExp(`^Proceed to Payment - ${total}$`));
    expect(button.disabled).toBe(false);
    screen.getByText("Your login credentials will be emailed after payment");
    fireEvent.click(button);
    await waitFor(() => expect(toasts()).toEqual([fault]));
    expect(field(organization).getAttribute("aria-invalid")).toBe("true");
    expect(field("First name").getAttribute("aria-invalid")).toBeNull();
    type("Email", "a");
    await waitFor(() =>
      expect(screen.queryByText("Your login credentials will be emailed after payment")).toBeNull(),
    );
    expect(screen.queryByLabelText(/Job title/) !== null).toBe(tier === "professional");
    expect(screen.queryByLabelText("Student ID")).toBeNull();
  },
);

test("after a rejected order the checkout shows the server's message and keeps everything typed (S-062, S-099)", async () => {
  let answerNow: (reply: { status: number; body: unknown }) => void = () => undefined;
  functions.answers.set("create-guest-checkout", new Promise((resolve) => (answerNow = resolve)));
  await open("ngo");
  fillIn("Organisation name");
  fireEvent.click(submitButton(/^Proceed to Payment/));
  await waitFor(() => expect(toasts()).toEqual(["Please accept the terms and request immediate access"]));
  accept();
  fireEvent.click(submitButton(/^Proceed to Payment/));
  await waitFor(() => expect(submitButton(/^Processing\.\.\.$/).disabled).toBe(true));
  answerNow({ status: 400, body: { error: "Not today", code: "bad_request" } });
  await waitFor(() => expect(submitButton(/^Proceed to Payment/).disabled).toBe(false));
  expect(toasts()).toContain("Not today");
  expect(field("First name").value).toBe("Ada");
  expect(JSON.parse(functions.asked.at(-1)?.body ?? "")).toMatchObject({
    courseType: "ngo",
    organization: "The Organisation",
    termsAccepted: true,
    immediateSupply: true,
    reminderConsent: false,
  });
});

test("a double tap sends one order, and a page that the browser restores when going back can be submitted again (S-062)", async () => {
  let answerNow: (reply: { status: number; body: unknown }) => void = () => undefined;
  functions.answers.set("create-guest-checkout", new Promise((resolve) => (answerNow = resolve)));
  await open("ngo");
  fillIn("Organisation name");
  accept();
  const button = submitButton(/^Proceed to Payment/);
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(button.textContent).toBe("Processing..."));
  await waitFor(() => expect(orders()).toHaveLength(1));
  fireEvent(window, Object.assign(new Event("pageshow"), { persisted: true }));
  await waitFor(() => expect(button.textContent).toBe("Proceed to Payment - £600.00"));
  expect(button.disabled).toBe(false);
  expect(orders()).toHaveLength(1);
  expect(field("First name").value).toBe("Ada");
  answerNow({ status: 400, body: { error: "Not today" } });
  await waitFor(() => expect(toasts()).toEqual(["Not today"]));
  fireEvent.click(button);
  await waitFor(() => expect(orders()).toHaveLength(2));
});

test("a missing consent and a rejected address are shown at their fields, which get the focus (S-151)", async () => {
  const body = { error: "Invalid email", code: "email_invalid" };
  functions.answers.set("create-guest-checkout", { status: 400, body });
  await open("ngo");
  fillIn("Organisation name");
  const [terms, supply] = screen.getAllByRole("checkbox") as [HTMLElement, HTMLElement];
  fireEvent.click(terms);
  fireEvent.click(submitButton(/^Proceed to Payment/));
  await waitFor(() => expect(errorAt(supply)).toBe("Please request immediate access"));
  expect(document.activeElement).toBe(supply);
  expect(errorAt(terms)).toBe("");
  fireEvent.click(terms);
  expect(errorAt(terms)).toBe("Please accept the terms");
  accept();
  expect([errorAt(terms), errorAt(supply)]).toEqual(["", ""]);
  fireEvent.click(submitButton(/^Proceed to Payment/));
  await waitFor(() => expect(errorAt(field("Email"))).toBe("Invalid email"));
  expect(document.activeElement).toBe(field("Email"));
  expect(toasts()).toContain("Invalid email");
  type("Email", "ada@example.net");
  await waitFor(() => expect(errorAt(field("Email"))).toBe(""));
});

test.each([
  ["upload-student-id", { error: "The file is not a JPEG", code: "bad_request" }],
  ["create-guest-checkout", { error: "Please upload your student ID again", code: "student_id_invalid" }],
])("a student ID that %s rejects is shown at its field (S-151)", async (name, body) => {
  functions.answers.set("upload-student-id", { status: 200, body: { ref: "ref" } });
  functions.answers.set(name, { status: 400, body });
  await open("student");
  fillIn("University");
  choose(PNG);
  await screen.findByText("id.png");
  accept();
  fireEvent.click(submitButton(/^Complete Enrollment/));
  await waitFor(() => expect(errorAt(fileInput())).toBe(body.error));
  expect(document.activeElement).toBe(fileInput());
});

test("the student form says before payment that a person checks the ID, and why the button is disabled (S-152)", async () => {
  await open("student");
  screen.getByText(/^You start immediately\. Afterwards a person checks your ID/);
  screen.getByText("Choose your student ID above first.");
  choose(PNG);
  await screen.findByText("id.png");
  expect(screen.queryByText("Choose your student ID above first.")).toBeNull();
});

test("the checkout offers a reminder to signed-in buyers only", async () => {
  await open("ngo");
  expect(screen.queryByRole("checkbox", { name: /remind me/ })).toBeNull();
  cleanup();
  const consents = { termsAccepted: false, immediateSupply: false, reminderConsent: false };
  render(<ConsentFields consents={consents} onChange={() => undefined} isMarked={false} isSignedIn />);
  screen.getByRole("checkbox", { name: /send one reminder to the confirmed address/ });
});

test("the checkout refers a buyer who already owns the tier to the course", async () => {
  const body = { error: "You are already enrolled.", code: "already_enrolled" };
  functions.answers.set("create-guest-checkout", { status: 409, body });
  await open("ngo");
  fillIn("Organisation name");
  accept();
  fireEvent.click(submitButton(/^Proceed to Payment/));
  const link = await screen.findByRole("link", { name: "Go to My Learning" });
  expect(link.getAttribute("href")).toBe("/academy/dashboard");
});

test("the checkout previews the student ID before the upload and explains why a file cannot be used (S-035, S-038, S-098, S-151)", async () => {
  const { container } = await open("student");
  choose(PNG);
  await screen.findByText("id.png");
  expect(submitButton(/^Complete Enrollment/).disabled).toBe(false);
  await waitFor(() => expect(container.querySelector("img")?.getAttribute("src")).toBe("blob:picture"));
  choose(new File([new Uint8Array(5 * 1024 * 1024)], "big.png"));
  await waitFor(() => expect(toasts()).toEqual(["File size must be less than 5MB"]));
  expect(submitButton(/^Complete Enrollment/).disabled).toBe(true);
  expect(errorAt(fileInput())).toBe("File size must be less than 5MB");
  fireEvent.submit(screen.getByRole("textbox", { name: "University" }).closest("form") as HTMLFormElement);
  await waitFor(() => expect(toasts()).toContain("University is required"));
});

test("the checkout shows one failure at a time and dismisses it when the buyer edits the form", async () => {
  await open("ngo");
  for (let press = 0; press < 3; press += 1) {
    fireEvent.click(submitButton(/^Proceed to Payment/));
    await waitFor(() => expect(toasts()).toEqual(["Organisation name is required"]));
  }
  type("Organisation name", "The Organisation");
  expect(toasts()).toEqual([]);
});

test('"Change Payment Plan" returns to the pricing page with the chosen plan still selected', async () => {
  await open("student?paymentType=installment");
  expect(screen.getByRole("link", { name: "Change Payment Plan" }).getAttribute("href")).toBe(
    "/academy/pricing/student?paymentType=installment",
  );
});

test("after a reload, the checkout asks for the student ID again only if one had been chosen", async () => {
  await open("student");
  type("First name", "Ada");
  cleanup();
  await open("student");
  expect(screen.queryByText(/choose it again/)).toBeNull();
  choose(PNG);
  await screen.findByText("id.png");
  cleanup();
  await open("student");
  screen.getByText(/choose it again/);
});

test.each([
  ["a browser that says so", { isComposing: true }],
  ["Safari, which only gives the key code of input methods", { keyCode: 229 }],
])(
  "Enter that confirms characters of an input method does not send the discount code, in %s",
  async (_, how) => {
    await open("ngo");
    type(/Discount code/, "夏");
    expect(fireEvent.keyDown(field(/Discount code/), { key: "Enter", ...how })).toBe(true);
    expect(toasts()).toEqual([]);
    expect(functions.asked).toEqual([]);
  },
);

test("a discount code is applied, shown and removed when it is edited (S-037, S-063, S-069, S-097, S-106)", async () => {
  functions.answers.set("validate-discount-code", { status: 200, body: { valid: true, percentOff: 10 } });
  await open("ngo?paymentType=installment");
  const apply = () => submitButton(/^Apply(ing\.\.\.)?$/);
  expect(apply().disabled).toBe(true);
  fireEvent.keyDown(field(/Discount code/), { key: "Enter" });
  expect(toasts()).toEqual(["Please enter a discount code"]);
  type(/Discount code/, " SAVE10 ");
  fireEvent.click(apply());
  expect(apply().textContent).toBe("Applying...");
  const saving = await screen.findByText("Discount applied! Saving £17.50");
  expect(saving.parentElement?.textContent).toBe("Discount applied! Saving £17.50 a month");
  expect(toasts()).toEqual(["Discount code applied successfully!"]);
  expect(amounts()).toEqual([
    ["Subtotal", "£175.00"],
    ["Monthly discount", "−£17.50"],
    ["VAT (20%)", "£31.50"],
    ["Monthly Total", "£189.00"],
    ["3 monthly payments", "£567.00 in total"],
  ]);
  submitButton(/^Proceed to Payment - £189.00$/);
  expect(JSON.parse(functions.asked[0]?.body ?? "")).toEqual({
    code: "SAVE10",
    priceId: "academy_ngo_installment",
  });

  cleanup();
  await open("ngo?paymentType=installment");
  await screen.findByText("Discount applied! Saving £17.50");

  type(/Discount code/, "SAVE1");
  await waitFor(() => expect(screen.queryByText(/Discount applied!/)).toBeNull());
  submitButton(/^Proceed to Payment - £210.00$/);
});

test("a 3-month plan that a code makes free announces no monthly payments (S-032, S-106)", async () => {
  functions.answers.set("validate-discount-code", { status: 200, body: { valid: true, percentOff: 100 } });
  await open("ngo?paymentType=installment");
  screen.getByText(/You pay £210\.00 today and the same amount each month/);
  type(/Discount code/, "FREE");
  fireEvent.click(submitButton(/^Apply$/));
  await screen.findByRole("button", { name: "Proceed to Payment - £0.00" });
  expect(document.body.textContent).not.toMatch(/the same amount each month|your last payment/);
});

const toastTexts = () => currentToasts().map(({ title, description }) => [title, description]);
const orders = () =>
  functions.asked.flatMap(({ name, body }) => (name === "create-guest-checkout" ? [JSON.parse(body)] : []));

test.each([
  ["ngo", "£540.00"],
  ["ngo?paymentType=installment", "£189.00"],
])(
  "paying at %s with a code that was not applied applies it, says so beside the button and orders only at the next press (S-063, S-097, S-150)",
  async (address, total) => {
    functions.answers.set("validate-discount-code", { status: 200, body: { valid: true, percentOff: 10 } });
    functions.answers.set("create-guest-checkout", { status: 200, body: {} });
    await open(address);
    fillIn("Organisation name");
    accept();
    type(/Discount code/, " SAVE10 ");
    fireEvent.click(submitButton(/^Proceed to Payment/));
    const next = (await screen.findByText(/^Press again to pay/)).closest('[role="status"]');
    expect(next?.textContent).toBe(`Press again to pay ${total}.`);
    expect(next?.closest("form")?.contains(submitButton(/^Proceed to Payment/))).toBe(true);
    expect(toastTexts()).toEqual([["Discount code applied successfully!", undefined]]);
    expect(orders()).toEqual([]);
    fireEvent.click(submitButton(new RegExp(`^Proceed to Payment - ${total}$`)));
    await waitFor(() => expect(orders()).toMatchObject([{ discountCode: "SAVE10" }]));
  },
);

test("paying with an invalid code says at its field how to continue, and orders without it once it is removed (S-063, S-097, S-150)", async () => {
  functions.answers.set("validate-discount-code", { status: 200, body: { valid: false } });
  functions.answers.set("create-guest-checkout", { status: 200, body: {} });
  const next = "Correct the code, or clear the field to pay without a discount.";
  await open("ngo");
  fillIn("Organisation name");
  accept();
  type(/Discount code/, "NOPE");
  const press = () => {
    submitButton(/^Proceed to Payment/).focus();
    fireEvent.click(submitButton(/^Proceed to Payment/));
  };
  press();
  await waitFor(() => expect(toastTexts()).toEqual([["Invalid discount code", undefined]]));
  await waitFor(() => expect(errorAt(field(/Discount code/))).toBe(`Invalid discount code ${next}`));
  expect(document.activeElement).toBe(field(/Discount code/));
  functions.answers.set("validate-discount-code", null);
  fireEvent.click(submitButton(/^Apply$/));
  await waitFor(() => expect(toastTexts()).toEqual([["Failed to validate discount code", undefined]]));
  press();
  await waitFor(() =>
    expect(errorAt(field(/Discount code/))).toBe(`Failed to validate discount code ${next}`),
  );
  expect(orders()).toEqual([]);
  type(/Discount code/, "");
  expect(errorAt(field(/Discount code/))).toBe("");
  press();
  await waitFor(() => expect(orders()).toMatchObject([{ discountCode: "" }]));
});

test("a code that does not apply to the other payment plan is removed there with the reason, and kept if that is unknown (S-150)", async () => {
  const only = "This discount code applies only if you pay in full.";
  functions.answers.set("validate-discount-code", { status: 200, body: { valid: true, percentOff: 10 } });
  await open("ngo");
  type(/Discount code/, "SAVE10");
  fireEvent.click(submitButton(/^Apply$/));
  await screen.findByText(/^Discount applied!/);
  cleanup();
  functions.answers.set("validate-discount-code", null);
  await open("ngo?paymentType=installment");
  await screen.findByText("Failed to validate discount code");
  expect(field(/Discount code/).value).toBe("SAVE10");
  cleanup();
  functions.answers.set("validate-discount-code", { status: 200, body: { valid: false, error: only } });
  await open("ngo?paymentType=installment");
  const removed = await screen.findByText(only);
  expect(removed.closest('[role="status"]')?.textContent).toBe(`The code SAVE10 was removed. ${only}`);
  expect(field(/Discount code/).value).toBe("");
  expect(errorAt(field(/Discount code/))).toBe("");
  submitButton(/^Proceed to Payment - £210.00$/);
});

test("a discount code typed or applied for one tier does not appear at another", async () => {
  functions.answers.set("validate-discount-code", { status: 200, body: { valid: true, percentOff: 10 } });
  await open("ngo");
  type("First name", "Ada");
  type(/Discount code/, "SAVE10");
  fireEvent.click(submitButton(/^Apply$/));
  await screen.findByText(/^Discount applied!/);
  cleanup();
  await open("professional");
  expect(field("First name").value).toBe("Ada");
  expect(field(/Discount code/).value).toBe("");
  type(/Discount code/, "OTHER");
  cleanup();
  await open("ngo");
  expect(field(/Discount code/).value).toBe("SAVE10");
  await screen.findByText(/^Discount applied!/);
});

test("a discount code that is rejected with the order is removed from the price", async () => {
  functions.answers.set("validate-discount-code", { status: 200, body: { valid: true, amountOff: 50_00 } });
  const body = { error: "This code is for first orders.", code: "discount_invalid" };
  functions.answers.set("create-guest-checkout", { status: 400, body });
  await open("ngo");
  fillIn("Organisation name");
  accept();
  type(/Discount code/, "FIRST");
  fireEvent.click(submitButton(/^Apply$/));
  await screen.findByText("Discount applied! Saving £50.00");
  fireEvent.click(submitButton(/^Proceed to Payment - £540.00$/));
  await screen.findByText("This code is for first orders.");
  submitButton(/^Proceed to Payment - £600.00$/);
});

test("the checkout mentions that the browser reports no connection, and orders all the same (S-119)", async () => {
  const report = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  onTestFinished(() => report.mockRestore());
  functions.answers.set("create-guest-checkout", { status: 400, body: { error: "Not today" } });
  await open("ngo");
  await screen.findByText("You need a connection to enrol");
  fillIn("Organisation name");
  accept();
  fireEvent.click(submitButton(/^Proceed to Payment/));
  await waitFor(() => expect(toasts()).toContain("Not today"));
  expect(field("First name").value).toBe("Ada");
});

test.each([true, false])(
  "without a connection, the checkout says that nothing was charged, also when the browser reports %s (S-119)",
  async (isReported) => {
    const report = vi.spyOn(navigator, "onLine", "get").mockReturnValue(isReported);
    onTestFinished(() => report.mockRestore());
    functions.answers.set("create-guest-checkout", null);
    await open("ngo");
    fillIn("Organisation name");
    accept();
    fireEvent.click(submitButton(/^Proceed to Payment/));
    await waitFor(() =>
      expect(currentToasts().map(({ description }) => description)).toContain(
        "There is no connection. Nothing was charged, and everything you typed is still here.",
      ),
    );
    expect(field("First name").value).toBe("Ada");
  },
);

async function signIn(owned?: Tier): Promise<void> {
  const { meta } = await signInLearner("ada@example.org");
  if (owned) {
    await meta.put({ key: "enrollment", value: "enrolled" });
    await meta.put({ key: "access", value: { tier: owned, status: "active", reason: "paid" } });
  }
  await authStore.followIdentity();
}

test("the checkout greets a signed-in buyer, fills in the email address and says only that the receipt will be emailed there (S-034)", async () => {
  await signIn();
  await open("student");
  await screen.findByText("Complete your enrollment");
  expect(field("Email").value).toBe("ada@example.org");
  screen.getByText("We will email your receipt to this address.");
  expect(screen.queryByText(/if you are new/)).toBeNull();
});

test.each(["student", "professional"] as const)(
  "a learner on the %s tier sees no student checkout form and no upload",
  async (owned) => {
    await signIn(owned);
    await show("student");
    await screen.findByRole("heading", { name: "You already have this course" });
    expect(screen.queryByLabelText("Student ID")).toBeNull();
    expect(screen.queryByRole("button", { name: /^Complete Enrollment/ })).toBeNull();
    expect(screen.getByRole("link", { name: "Go to My Learning" }).getAttribute("href")).toBe(
      "/academy/dashboard",
    );
  },
);

test("a learner sees what each higher plan costs with VAT (S-143)", async () => {
  await signIn("student");
  await show("student");
  const plans = await screen.findByRole("region", { name: "Plans that include more" });
  const prices = within(plans)
    .getAllByText(/^£\d+$/)
    .map((price) => price.parentElement?.textContent);
  expect(prices).toEqual([
    "£500per learner, plus VAT (£600.00 in total)",
    "£850per learner, plus VAT (£1,020.00 in total)",
  ]);
  const link = within(plans).getByRole("link", { name: "See Professionals" });
  expect(link.getAttribute("href")).toBe("/academy/pricing/professional");
});

test("the checkout offers a higher tier to a learner on the student tier", async () => {
  await signIn("student");
  await open("ngo");
  submitButton(/^Proceed to Payment/);
});

test("a device whose storage does not respond can buy as a guest", async () => {
  const responded = noteSilence();
  onTestFinished(responded);
  const loading = vi.spyOn(authStore, "authState").mockReturnValue({ status: "loading" });
  onTestFinished(() => loading.mockRestore());
  await show("professional");
  await screen.findByLabelText(/^Email/);
});
