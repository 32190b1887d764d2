// @vitest-environment jsdom
import { act, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { openScreen } from "../../../../tests/support/screens/staffConsole.tsx";
import type { CallResult } from "../../../platform/functions.ts";
import { currentToasts, dismissToast } from "../../../ui/overlay/toast.ts";
import { ConfirmAction, type Confirmed } from "./ConfirmAction.tsx";

afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});

const DONE: CallResult<unknown> = { ok: true, data: null };

async function open(
  run: (confirmed: Confirmed) => Promise<CallResult<unknown>>,
  { maxPence } = { maxPence: 5000 },
) {
  const onDone = vi.fn();
  const { noteRefusal } = openScreen(
    <ConfirmAction
      label="Refund"
      variant="danger"
      title="Refund this order?"
      sentence="The buyer gets the amount back on their card."
      amount={{ label: "Amount", maxPence, totalPence: 102_000 }}
      reason={{ isRequired: true, hint: "The buyer does not see it." }}
      run={run}
      done="The order was refunded"
      onDone={onDone}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Refund" }));
  await screen.findByRole("dialog");
  return { onDone, noteRefusal };
}
const dialog = () => within(screen.getByRole("dialog", { name: "Refund this order?" }));
const type = (label: string, value: string) =>
  fireEvent.change(dialog().getByLabelText(label), { target: { value } });
const confirm = async () => {
  await act(async () => void fireEvent.click(dialog().getByRole("button", { name: "Refund" })));
};

test("an action says what will happen and suggests the whole amount", async () => {
  await open(async () => DONE);
  expect(dialog().getByText("The buyer gets the amount back on their card.")).toBeDefined();
  expect(dialog().getByLabelText<HTMLInputElement>("Amount").value).toBe("50.00");
});

test("an action without its required reason, or with too large an amount, is not sent", async () => {
  const run = vi.fn(async () => DONE);
  await open(run);
  type("Amount", "50.01");
  await confirm();
  await dialog().findByText("Enter an amount between £0.01 and £50.00");
  expect(dialog().getByText("Please give a reason")).toBeDefined();
  expect(run).not.toHaveBeenCalled();
});

test("a decimal comma is read as such, and the amount is repeated in words before money moves", async () => {
  const run = vi.fn(async (_: Confirmed) => DONE);
  await open(run);
  type("Amount", "9,50");
  expect(dialog().getByText("Refund £9.50 of £1,020.00: nine pounds and fifty pence")).toBeDefined();
  type("Reason", "Asked for it.");
  await confirm();
  expect(run.mock.calls[0]?.[0].amountPence).toBe(950);
});

test("more than a tenth of the total has to be typed again", async () => {
  const run = vi.fn(async (_: Confirmed) => DONE);
  await open(run, { maxPence: 102_000 });
  type("Reason", "Asked for it.");
  type("Amount", "102.00");
  expect(dialog().queryByLabelText("Type it again")).toBeNull();
  type("Amount", "102,01");
  await confirm();
  await dialog().findByText("Type the same amount again");
  type("Type it again", "10201");
  await confirm();
  expect(run).not.toHaveBeenCalled();
  type("Type it again", "£102.01");
  await confirm();
  expect(run.mock.calls.map(([{ amountPence }]) => amountPence)).toEqual([10_201]);
});

test("a confirmed action is sent once, then closes its dialog and shows its result", async () => {
  let finish = (_: CallResult<unknown>) => {};
  const run = vi.fn((_: Confirmed) => new Promise<CallResult<unknown>>((resolve) => (finish = resolve)));
  const { onDone } = await open(run);
  type("Amount", "£20");
  type("Reason", " Asked for it. ");
  await confirm();
  await confirm();
  expect(run).toHaveBeenCalledTimes(1);
  expect(run).toHaveBeenCalledWith({
    reason: "Asked for it.",
    amountPence: 2000,
    attemptId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  await act(async () => finish(DONE));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(currentToasts().map(({ title }) => title)).toEqual(["The order was refunded"]);
  expect(onDone).toHaveBeenCalledTimes(1);
});

test("a failed action says so in its dialog, and the next try is recognisable as the same attempt", async () => {
  const results: CallResult<unknown>[] = [
    { ok: false, kind: "offline", message: null },
    { ok: false, kind: "refused", message: "This order was already refunded.", code: "P0001" },
  ];
  const run = vi.fn(async (_: Confirmed) => results.shift() ?? DONE);
  const { onDone, noteRefusal } = await open(run);
  type("Reason", "Asked for it.");
  await confirm();
  expect(dialog().getByRole("alert").textContent).toContain("we do not know whether this was done");
  await confirm();
  expect(dialog().getByRole("alert").textContent).toBe("This order was already refunded.");
  expect(noteRefusal).toHaveBeenLastCalledWith("P0001");
  expect(onDone).not.toHaveBeenCalled();
  const [first, second] = run.mock.calls;
  expect(second?.[0].attemptId).toBe(first?.[0].attemptId);
});

test("a failure is reported even if the dialog was closed in the meantime", async () => {
  let finish = (_: CallResult<unknown>) => {};
  await open(() => new Promise((resolve) => (finish = resolve)));
  type("Reason", "Asked for it.");
  await confirm();
  fireEvent.click(dialog().getByRole("button", { name: "Cancel" }));
  await act(async () => finish({ ok: false, kind: "refused", message: "The card is closed." }));
  expect(currentToasts()).toMatchObject([{ title: "Refund: The card is closed.", variant: "destructive" }]);
});
