// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { openScreen, withStaffServer } from "../../../../tests/support/screens/staffConsole.tsx";
import NewInvoiceScreen from "./NewInvoiceScreen.tsx";
import OrderScreen from "./OrderScreen.tsx";
import OrdersScreen from "./OrdersScreen.tsx";
import type { OrderPage } from "./orderSchemas.ts";

const server = withStaffServer();
const ID = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

const PAGE: OrderPage = {
  order: {
    id: ID,
    created_at: "2026-11-20T09:00:00Z",
    status: "paid",
    tier: "professional",
    plan: "full",
    subtotal_pence: 85000,
    discount_pence: 0,
    vat_pence: 17000,
    total_pence: 102000,
    discount_code: "",
    email: "ada@mail.example",
    first_name: "Ada",
    last_name: "Obi",
    phone: "",
    country: "",
    organization: "",
    purchase_order: "",
    grace_until: null,
    extended_until: null,
    checkout_session_id: "cs_1",
    customer_id: null,
    subscription_id: null,
    second_purchase_of: null,
    seats: 1,
  },
  team: null,
  money: { paid_pence: 102000, refunded_pence: 2000, refundable_pence: 100000 },
  invoice: null,
  payments: [
    {
      number: 1,
      amount_pence: 102000,
      refunded_pence: 2000,
      due_at: "2026-11-20T09:01:00Z",
      paid_at: "2026-11-20T09:01:00Z",
      failed_at: null,
      payment_intent_id: "pi_1",
    },
  ],
  account: { id: ID, email: "ada@mail.example", last_sign_in_at: null, has_own_password: false },
  access: { status: "active", reason: "paid", tier: "professional" },
  access_pauses_at: null,
  plan_ended_early: false,
  student_id_refusal: null,
  other_orders: [],
  has_seat: false,
  certificates: [],
  unfinished_refund: null,
  refusals: {
    resend: null,
    correction: null,
    refund: null,
    extension: "not_pausing",
    end: null,
    restore: "changed",
  },
  timeline: [
    {
      at: "2026-11-21T09:00:00Z",
      kind: "staff",
      data: {
        action: "refund_started",
        reason: "Goodwill",
        actor: "kim@academy.example",
        details: { amount_pence: 2000 },
      },
    },
    {
      at: "2026-11-20T09:02:00Z",
      kind: "mail",
      data: { mail: "receipt", status: "sent", recipient: "ada@mail.example" },
    },
    { at: "2026-11-20T09:00:00Z", kind: "ordered", data: { signed_in: false } },
  ],
};

/** Answers with this page, and accepts every action. */
function show(page: OrderPage | null): void {
  server.answers = ({ name }) =>
    name === "staff_order" ? Response.json(page) : Response.json({ success: true });
  openScreen(<OrderScreen id={ID} />, `/staff/orders/${ID}`);
}
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const dialog = async () => within(await screen.findByRole("dialog"));
const acted = () => server.asked.filter(({ name }) => name.endsWith("staff-order")).map(({ args }) => args);

test("an order's page shows its state, access and timeline, with the reason of what staff did", async () => {
  show(PAGE);
  expect(await screen.findByRole("heading", { level: 1, name: /^Ada Obi/ })).toBeTruthy();
  expect(screen.getByText("Active, through this order.")).toBeTruthy();
  const timeline = within(screen.getByRole("region", { name: "Timeline" })).getAllByRole("listitem");
  expect(timeline[0]?.textContent).toMatch(/Refund started£20\.00 · “Goodwill” · kim@academy\.example/);
  expect(timeline[1]?.textContent).toMatch(/Email: Receipt/);
});

test("an order paused after a refused student ID says so", async () => {
  show({
    ...PAGE,
    order: { ...PAGE.order, status: "id_refused" },
    access: { status: "paused", reason: "id_refused", tier: "student" },
  });
  await screen.findByText("Paused: student ID refused");
  screen.getByText(/^Paused, because the student ID was refused/);
});

test("a refund says what will happen, asks for a reason once, and sends what was on the screen", async () => {
  show(PAGE);
  await screen.findByRole("heading", { name: "Refund" });
  press("Refund");
  const asked = await dialog();
  expect(
    asked.getByText(/ada@mail\.example is notified.*With all £1,000\.00 the order ends: access ends/),
  ).toBeTruthy();
  fireEvent.change(asked.getByLabelText("Amount"), { target: { value: "40" } });
  fireEvent.click(asked.getByRole("button", { name: "Refund" }));
  expect(await asked.findByText("Please give a reason")).toBeTruthy();
  expect(acted()).toEqual([]);
  fireEvent.change(asked.getByLabelText("Reason"), { target: { value: "Illness" } });
  fireEvent.click(asked.getByRole("button", { name: "Refund" }));
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(acted()).toEqual([
    {
      action: "refund",
      orderId: ID,
      attemptId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      amountPence: 4000,
      seenRefundedPence: 2000,
      reason: "Illness",
    },
  ]);
});

test("a refund of a plan says what happens to the remaining instalments", async () => {
  show({ ...PAGE, order: { ...PAGE.order, plan: "installment" } });
  await screen.findByRole("heading", { name: "Refund" });
  press("Refund");
  expect(
    (await dialog()).getByText(/No further instalments are collected.*latest payment first/),
  ).toBeTruthy();
});

test("a refund that was interrupted is offered to be finished, and no other one", async () => {
  show({
    ...PAGE,
    unfinished_refund: { id: ID, amount_pence: 5000, created_at: "2026-11-22T09:00:00Z" },
    refusals: { ...PAGE.refusals, refund: "running" },
  });
  expect(await screen.findByText("A refund of £50.00 is not finished")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Refund" })).toBeNull();
  press("Finish the refund");
  fireEvent.click((await dialog()).getByRole("button", { name: "Finish the refund" }));
  await vi.waitFor(() => expect(acted()).toEqual([{ action: "finish_refund", orderId: ID, attemptId: ID }]));
});

test("an address is corrected from the one on the screen to the one entered", async () => {
  show(PAGE);
  fireEvent.change(await screen.findByLabelText("Correct address"), {
    target: { value: " ada@right.example " },
  });
  press("Correct the address");
  const asked = await dialog();
  expect(asked.getByText(/moves from ada@mail\.example to ada@right\.example/)).toBeTruthy();
  fireEvent.change(asked.getByLabelText("Reason"), { target: { value: "Mistyped" } });
  fireEvent.click(asked.getByRole("button", { name: "Correct the address" }));
  await vi.waitFor(() =>
    expect(acted()).toMatchObject([{ email: "ada@right.example", seenEmail: "ada@mail.example" }]),
  );
});

test("what is not possible is not offered, and the page says what helps instead", async () => {
  show({
    ...PAGE,
    refusals: {
      resend: "has_password",
      correction: "in_use",
      refund: "disputed",
      extension: "not_pausing",
      end: "running",
      restore: "changed",
    },
  });
  expect(await screen.findByText(/Forgotten password\?/)).toBeTruthy();
  expect(screen.getByText(/refund the order and ask the buyer to order again/)).toBeTruthy();
  expect(screen.getByText(/disputes the payment/)).toBeTruthy();
  expect(screen.queryAllByRole("button")).toEqual([]);
});

test("access that pauses is extended to a day, with what staff saw before", async () => {
  show({
    ...PAGE,
    order: { ...PAGE.order, status: "past_due", plan: "installment" },
    access: { status: "active", reason: "past_due", tier: "professional" },
    access_pauses_at: "2026-12-05T12:00:00Z",
    refusals: { ...PAGE.refusals, extension: null },
  });
  await screen.findByText("Active until 5 Dec 2026. Then it pauses, because a payment is overdue.");
  fireEvent.change(screen.getByLabelText("Until the end of"), { target: { value: "2026-12-20" } });
  press("Extend access");
  const asked = await dialog();
  expect(asked.getByText(/ada@mail\.example has access until the end of 20 Dec 2026/)).toBeTruthy();
  fireEvent.change(asked.getByLabelText("Reason"), { target: { value: "Illness" } });
  fireEvent.click(asked.getByRole("button", { name: "Extend access" }));
  const args = { p_order: ID, p_until: "2026-12-20", p_seen_until: null, p_reason: "Illness" };
  await vi.waitFor(() => expect(server.asked).toContainEqual({ name: "staff_extend_access", args }));
});

test("ending access says what happens to the plan, the certificate and the learner, and sends the cause", async () => {
  const certificate = {
    id: ID,
    kind: "completion",
    issued_at: "2026-11-22T09:00:00Z",
    revoked_at: null,
  } as const;
  show({ ...PAGE, order: { ...PAGE.order, plan: "installment" }, certificates: [certificate] });
  fireEvent.change(await screen.findByLabelText("Cause"), { target: { value: "shared" } });
  press("End access");
  const asked = await dialog();
  asked.getByText(
    /ends immediately\. Nothing is refunded\..*instalments are cancelled.*certificate stays valid.*used by more than one person/,
  );
  fireEvent.change(asked.getByLabelText("Reason"), { target: { value: "Two addresses" } });
  fireEvent.click(asked.getByRole("button", { name: "End access" }));
  await vi.waitFor(() =>
    expect(acted()).toMatchObject([{ action: "end_access", cause: "shared", note: "Two addresses" }]),
  );
});

const ENDED_REFUSALS = { ...PAGE.refusals, extension: "ended", end: "ended", restore: null } as const;

test("access that staff ended can be restored, and the page says that instalments stay cancelled", async () => {
  show({
    ...PAGE,
    order: { ...PAGE.order, plan: "installment", status: "ended" },
    access: { status: "revoked", reason: "ended", tier: "professional" },
    refusals: ENDED_REFUSALS,
  });
  await screen.findByText("Ended by staff, without a refund. Progress is kept.");
  expect(screen.queryByRole("button", { name: "End access" })).toBeNull();
  press("Restore access");
  const asked = await dialog();
  asked.getByText(/stay cancelled: the learner has nothing more to pay/);
  fireEvent.change(asked.getByLabelText("Reason"), { target: { value: "They explained" } });
  fireEvent.click(asked.getByRole("button", { name: "Restore access" }));
  await vi.waitFor(() => expect(acted()).toMatchObject([{ action: "restore_access", orderId: ID }]));
});

test("an order whose buyer deleted their account offers no access to extend, end or restore", async () => {
  show({
    ...PAGE,
    order: { ...PAGE.order, status: "ended", email: "", first_name: "", last_name: "" },
    account: null,
    access: null,
    refusals: { ...PAGE.refusals, extension: "anonymised", end: "anonymised", restore: "anonymised" },
  });
  await screen.findByText("None: the buyer deleted their account.");
  for (const name of ["Extend access", "End access", "Restore access"])
    expect(screen.queryByRole("button", { name })).toBeNull();
});

test("extending access after the plan has ended promises nothing for a payment", async () => {
  show({
    ...PAGE,
    order: { ...PAGE.order, status: "paused", plan: "installment" },
    access: { status: "paused", reason: "paused", tier: "professional" },
    plan_ended_early: true,
    refusals: { ...PAGE.refusals, extension: null },
  });
  await screen.findByText("Paused, because the plan ended before all payments were made. Progress is kept.");
  fireEvent.change(screen.getByLabelText("Until the end of"), { target: { value: "2026-12-20" } });
  press("Extend access");
  const sentence = (await dialog()).getByText(/The plan is over.*After that day access pauses again\./);
  expect(sentence.textContent).not.toContain("unless the payment");
});

test("ending or restoring access says what the choice after a refused student ID still causes", async () => {
  const student_id_refusal = { choice: "difference" } as const;
  show({ ...PAGE, student_id_refusal });
  fireEvent.change(await screen.findByLabelText("Cause"), { target: { value: "shared" } });
  press("End access");
  (await dialog()).getByText(
    /Nothing is refunded now\..*another price, this order is refunded automatically/,
  );
  cleanup();
  show({ ...PAGE, order: { ...PAGE.order, status: "ended" }, student_id_refusal, refusals: ENDED_REFUSALS });
  fireEvent.click(await screen.findByRole("button", { name: "Restore access" }));
  (await dialog()).getByText(/another price, this order is refunded automatically and ends/);
});

test("restoring access says when the learner has bought again meanwhile", async () => {
  show({
    ...PAGE,
    order: { ...PAGE.order, status: "ended" },
    other_orders: [
      { id: "7c9e6679-7425-40de-944b-e07fc1f90ae8", tier: "professional", status: "paid", effect: "active" },
    ],
    refusals: ENDED_REFUSALS,
  });
  fireEvent.click(await screen.findByRole("button", { name: "Restore access" }));
  (await dialog()).getByText(/Another order of this learner gives access already, so both count as paid/);
});

test("an id that no order has leads back to the list", async () => {
  show(null);
  expect(await screen.findByText("No order has this id")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Orders" }).getAttribute("href")).toBe("/staff/orders");
});

test("the orders that the list shows are saved as a file, with a warning when there are more", async () => {
  const { id, created_at, status, tier, plan, total_pence, discount_code, vat_pence, seats } = PAGE.order;
  const row = {
    id,
    created_at,
    status,
    tier,
    plan,
    total_pence,
    discount_code,
    vat_pence,
    seats,
    ...PAGE.money,
  };
  const bought = { email: "ada@mail.example", paid_at: null, organization: "+44", country: "UK" };
  const rows = [{ ...row, ...bought, name: '=HYPERLINK("https://evil.example")' }];
  server.answers = ({ name }) =>
    Response.json(name === "staff_orders" ? { rows: [], next: null } : { rows, is_complete: false });
  let file: Blob | undefined;
  URL.createObjectURL = (blob) => {
    file = blob instanceof Blob ? blob : undefined;
    return "blob:file";
  };
  URL.revokeObjectURL = () => {};
  openScreen(<OrdersScreen />, "/staff/orders?q=ada&filter=paid");
  fireEvent.change(await screen.findByLabelText("From"), { target: { value: "2026-11-01" } });
  fireEvent.change(screen.getByLabelText("To"), { target: { value: "2026-11-30" } });
  fireEvent.click(screen.getByRole("button", { name: "Save the file", hidden: true }));
  const asked = await dialog();
  asked.getByText(/your search and filter show from 2026-11-01 to 2026-11-30.*personal data/);
  fireEvent.click(asked.getByRole("button", { name: "Save the file" }));
  await vi.waitFor(() => expect(file).toBeDefined());
  const period = { p_from: "2026-11-01", p_to: "2026-11-30" };
  expect(server.lastArgs("staff_export_orders")).toEqual({ p_search: "ada", p_filter: "paid", ...period });
  const [, line] = (await file?.text())?.split("\r\n") ?? [];
  expect(line).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect(line).toContain(`"'+44"`);
  expect(line).toMatch(/1020\.00,170\.00,1020\.00,20\.00$/);
});

test("the list shows what was paid and refunded, and each row leads to its order", async () => {
  const { id, created_at, status, email, tier, plan, total_pence, seats } = PAGE.order;
  const row = {
    id,
    created_at,
    status,
    email,
    name: "Ada Obi",
    tier,
    plan,
    total_pence,
    seats,
    ...PAGE.money,
  };
  server.answers = () => Response.json({ rows: [row], next: null });
  openScreen(<OrdersScreen />, "/staff/orders?q=ada&filter=paid");
  const link = await screen.findByRole("link", { name: "Ada Obi" });
  expect(link.getAttribute("href")).toBe(`/staff/orders/${ID}`);
  expect(screen.getByText("£1,020.00, £20.00 refunded")).toBeTruthy();
  expect(server.lastArgs("staff_orders")).toEqual({
    p_search: "ada",
    p_filter: "paid",
    p_before: null,
    p_limit: 50,
  });
});

const INVOICE = {
  invoice_id: "in_1",
  invoice_number: "ABC-0001",
  invoice_url: "https://pay.example/in_1",
  status: "open",
  due_at: "2099-12-20T12:00:00Z",
  sent_at: "2026-11-20T09:01:00Z",
  ended_at: null,
  paid_pence: 0,
  balance_pence: 300_00,
} as const;
const UNPAID: OrderPage = {
  ...PAGE,
  order: { ...PAGE.order, status: "invoiced", purchase_order: "PO-1" },
  invoice: INVOICE,
  money: { paid_pence: 0, refunded_pence: 0, refundable_pence: 0 },
  payments: [],
  account: null,
  access: null,
  refusals: {
    resend: "not_paid",
    correction: "not_paid",
    refund: "not_paid",
    extension: "not_paid",
    end: "not_paid",
    restore: "changed",
  },
};

test("S-137: on the page of an order, sending comes first and the refund last, under its own heading", async () => {
  show({ ...PAGE, refusals: { ...PAGE.refusals } });
  await screen.findByRole("heading", { name: "Refund" });
  const actions = within(screen.getByRole("complementary", { name: "Actions" }));
  const titles = actions.getAllByRole("heading", { level: 2 }).map((each) => each.textContent);
  expect(titles[0]).toBe("Sign-in details");
  expect(titles.at(-1)).toBe("Refund");
});

test("S-135: an order by invoice shows what was received, and its invoice can be sent again or voided", async () => {
  show(UNPAID);
  await screen.findByText("ABC-0001");
  screen.getByText(/^Paid in part, sent/);
  screen.getByText("£300.00, and £720.00 to pay");
  expect(screen.getByRole("link", { name: /^Open the invoice/ }).getAttribute("href")).toBe(
    INVOICE.invoice_url,
  );
  press("Send again");
  fireEvent.click((await dialog()).getByRole("button", { name: "Send again" }));
  await vi.waitFor(() => expect(sent()).toMatchObject([{ action: "send", orderId: ID }]));
  press("Void the invoice");
  const asked = await dialog();
  asked.getByText(/The £300\.00 that were received are sent back/);
  fireEvent.change(asked.getByLabelText("Reason"), { target: { value: "Wrong address" } });
  fireEvent.click(asked.getByRole("button", { name: "Void the invoice" }));
  await vi.waitFor(() => expect(sent()[1]).toMatchObject({ action: "void", reason: "Wrong address" }));
});

test("S-136: the page of an invoice says when its waiting ends, and that a crash left it unsent", async () => {
  show({ ...UNPAID, invoice: { ...INVOICE, balance_pence: 0, sent_at: null, status: "draft" } });
  await screen.findByText("This invoice has not been sent");
  screen.getByText("If nothing has been paid by 19 Jan 2100, it becomes void and the order ends.");
  expect(screen.getByRole("button", { name: "Send the invoice" })).toBeTruthy();
});

const sent = () => server.asked.filter(({ name }) => name.endsWith("staff-invoice")).map(({ args }) => args);
const fill = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

test("S-134: the form for an invoice suggests the list price, allows less and not more, and says what is sent", async () => {
  server.answers = () => Response.json({ success: true });
  const { router } = openScreen(<NewInvoiceScreen />, "/staff/orders/new");
  fill(/^First name/, "Ada");
  fill(/^Last name/, "Obi");
  fill(/^Email/, "ada@mail.example");
  fill(/^Organisation/, "Example Ltd");
  fill(/^Address$/, "1 High Street");
  fill(/^Town/, "Leeds");
  fill(/^Course/, "professional");
  const price = screen.getByLabelText<HTMLInputElement>(/^Price before VAT/);
  expect(price.value).toBe("850.00");
  fill(/^Price before VAT/, "850.01");
  press("Send the invoice");
  await screen.findByText("The price cannot be higher than the list price");
  await screen.findByText("Send the terms with the offer first");
  fill(/^Price before VAT/, "700");
  screen.getByText("£840.00 with £140.00 VAT, before a discount code");
  fireEvent.click(screen.getByRole("checkbox"));
  press("Send the invoice");
  const asked = await dialog();
  asked.getByText(
    /over £700\.00, lowered from £850\.00 plus VAT.*within 30 days.*30 days after the due date/,
  );
  fireEvent.change(asked.getByLabelText("Reason"), { target: { value: "Our offer" } });
  fireEvent.click(asked.getByRole("button", { name: "Send the invoice" }));
  await vi.waitFor(() =>
    expect(sent()).toMatchObject([
      { action: "open", pricePence: 700_00, country: "GB", reason: "Our offer" },
    ]),
  );
  await vi.waitFor(() => expect(router.state.location.pathname).toBe(`/staff/orders/${sent()[0]?.orderId}`));
});

test("S-186: the form for an invoice sells places to a team at a price for each, without a code", async () => {
  server.answers = () => Response.json({ success: true });
  openScreen(<NewInvoiceScreen />, "/staff/orders/new");
  for (const wrong of ["2.5", "2,5", "0", "501", "two", "1e2"]) {
    fill(/^Places/, wrong);
    fireEvent.blur(screen.getByLabelText(/^Places/));
    await screen.findByText("Enter a whole number of places from 1 to 500");
    fill(/^Places/, "1");
    await vi.waitFor(() => expect(screen.queryByText(/^Enter a whole number/)).toBeNull());
  }
  expect(screen.queryByLabelText(/^Team's name/)).toBeNull();
  fill(/^Places/, " 25 ");
  screen.getByRole("heading", { name: "Owner of the team" });
  fill(/^First name/, "Ada");
  fill(/^Last name/, "Obi");
  fill(/^Email/, "ada@mail.example");
  fill(/^Organisation/, "Example Ltd");
  fill(/^Address$/, "1 High Street");
  fill(/^Town/, "Leeds");
  fill(/^Course/, "ngo");
  fill(/^Price of a place/, "450");
  screen.getByText("£13,500.00 with £2,250.00 VAT, for 25 places");
  fill(/^Discount code/, "SAVE");
  fireEvent.click(screen.getByRole("checkbox"));
  press("Send the invoice");
  await screen.findByText("Team name is required");
  await screen.findByText("A code is for one learner. Lower the price of a place instead");
  fill(/^Team's name/, "Example Volunteers");
  fill(/^Discount code/, "");
  press("Send the invoice");
  const asked = await dialog();
  asked.getByText(
    /over £11,250\.00, which is £450\.00, lowered from £500\.00 for each of 25 places of Example Volunteers, plus VAT.*can use the places as soon as it is sent/,
  );
  fireEvent.change(asked.getByLabelText("Reason"), { target: { value: "Our offer" } });
  fireEvent.click(asked.getByRole("button", { name: "Send the invoice" }));
  await vi.waitFor(() =>
    expect(sent()).toMatchObject([{ seats: 25, teamName: "Example Volunteers", pricePence: 450_00 }]),
  );
});

test("S-186: the order of a team leads to the team, and says what a refund does to its places", async () => {
  const team = { id: "5f1c8b1e-7c55-4a43-93a5-b3c1d6a4c1aa", name: "Example Volunteers" };
  const order = { ...PAGE.order, seats: 25, total_pence: 25_500_00 };
  const money = { ...PAGE.money, refundable_pence: 25_500_00 };
  show({ ...PAGE, order, money, team, access: null, refusals: { ...PAGE.refusals, end: "team" } });
  const link = await screen.findByRole("link", { name: "Example Volunteers" });
  expect(link.getAttribute("href")).toBe(`/staff/teams/${team.id}`);
  screen.getByText("Professionals, 25 places, one payment");
  screen.getByText("None for the buyer: the order is for places in a team.");
  expect(screen.queryByRole("button", { name: "End access" })).toBeNull();
  expect(screen.queryByRole("heading", { name: "Extend access" })).toBeNull();
  press("Refund");
  (await dialog()).getByText(/Each £1,020\.00 refunded takes one of the 25 places\. Free places go first/);
});

test.each([
  ["active", "paid", "Active, also without this order: through a place in a team."],
  ["paused", "seat_paused", "Paused, because a payment for the learner's team is missing. Progress is kept."],
] as const)(
  "S-186: an order says when a place in a team decides about access: %s, %s",
  async (status, reason, words) => {
    const access = { status, reason, tier: "ngo" } as const;
    show({ ...PAGE, order: { ...PAGE.order, status: "refunded" }, access, has_seat: status === "active" });
    await screen.findByText(words);
  },
);

test("S-186: ending the access of an order says that a place in a team still gives it", async () => {
  show({ ...PAGE, has_seat: true });
  fireEvent.change(await screen.findByLabelText("Cause"), { target: { value: "requested" } });
  press("End access");
  (await dialog()).getByText(/but a place in a team still does, so the learner keeps it/);
});
