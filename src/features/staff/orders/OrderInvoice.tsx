import type { ReactNode } from "react";
import { formatPence } from "../../../domain/sales/pricing.ts";
import {
  type StaffInvoiceRequest,
  staffInvoiceReplySchema,
  WAIT_AFTER_DUE_DAYS,
} from "../../../domain/staff/invoices.ts";
import { formatDay, formatMoment } from "../../../domain/text/dates.ts";
import { unmistakableEmail } from "../../../domain/text/readableEmail.ts";
import { callFunction } from "../../../platform/functions.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { NewWindowLink } from "../../../ui/LinkButton.tsx";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { Action, Facts } from "../frame/Screen.tsx";
import { type ActionProps, REASON } from "./OrderAccess.tsx";
import type { OrderPage } from "./orderSchemas.ts";

const ask = (request: StaffInvoiceRequest) => callFunction("staff-invoice", request, staffInvoiceReplySchema);

/** The invoice of an order that staff opened. */
export function InvoiceFacts({ page: { invoice, order } }: { page: OrderPage }) {
  if (!invoice) return null;
  const isOpen = invoice.ended_at === null;
  const received = invoice.paid_pence + (isOpen ? invoice.balance_pence : 0);
  const left = isOpen ? `, and ${formatPence(Math.max(0, order.total_pence - received))} to pay` : "";
  const facts: [string, ReactNode][] = [
    [
      "Number",
      <span key="number" translate="no">
        {invoice.invoice_number ?? "None yet"}
      </span>,
    ],
    ["State", stateWords(invoice)],
    ["Due", invoice.due_at && formatDay(invoice.due_at)],
    ["Received", `${formatPence(received)}${left}`],
    ["Purchase order", order.purchase_order],
    [
      "Not used",
      !isOpen &&
        invoice.balance_pence > 0 &&
        `${formatPence(invoice.balance_pence)} was transferred that no invoice needs`,
    ],
    ["Provider's id", invoice.invoice_id],
  ];
  return (
    <div className="flex flex-col gap-4">
      <Facts title="Invoice" facts={facts} />
      {invoice.invoice_url && (
        <p>
          <NewWindowLink href={invoice.invoice_url}>Open the invoice</NewWindowLink>
        </p>
      )}
    </div>
  );
}

function stateWords({
  status,
  sent_at,
  due_at,
  paid_pence,
  balance_pence,
}: NonNullable<OrderPage["invoice"]>): string {
  switch (status) {
    case "draft":
      return "Not sent";
    case "open": {
      if (!sent_at) return "Not sent";
      const state = paid_pence + balance_pence > 0 ? "Paid in part" : "Waiting for the payment";
      return due_at && Date.parse(due_at) < Date.now()
        ? `${state}, overdue`
        : `${state}, sent ${formatMoment(sent_at)}`;
    }
    case "paid":
      return "Paid";
    case "void":
      return "Void";
    case "uncollectible":
      return "Given up at the payment provider";
  }
}

/** Send an invoice again, or void it. */
export function InvoiceActions({ page: { invoice, order, team }, onDone }: ActionProps) {
  if (!invoice || invoice.ended_at) return null;
  const recipient = unmistakableEmail(order.email);
  const received = invoice.paid_pence + invoice.balance_pence;
  const isPartPaid = received > 0;
  return (
    <Action title="Invoice">
      {!invoice.sent_at && (
        <Banner tone="highlight" title="This invoice has not been sent">
          The payment provider did not answer. The academy tries again for a day, and then ends the order.
        </Banner>
      )}
      {invoice.due_at && <p>{endWords(invoice.due_at, isPartPaid)}</p>}
      <ConfirmAction
        label={invoice.sent_at ? "Send again" : "Send the invoice"}
        title={invoice.sent_at ? "Send the invoice again?" : "Send the invoice?"}
        sentence={`The payment provider emails the invoice to ${recipient}.`}
        run={({ attemptId }) => ask({ action: "send", orderId: order.id, attemptId })}
        done="The invoice is on its way to the buyer"
        onDone={onDone}
      />
      <ConfirmAction
        label="Void the invoice"
        variant="danger"
        title="Void this invoice?"
        sentence={`It can no longer be paid, and the order ends.${team ? " The places that it bought end as well, and the people in them lose the lessons." : ""} This cannot be undone.${isPartPaid ? ` The ${formatPence(received)} that were received are sent back.` : ""} Money that is transferred later is sent back as well. Tell the buyer.`}
        reason={REASON}
        run={({ attemptId, reason }) => ask({ action: "void", orderId: order.id, attemptId, reason })}
        done="The invoice is void"
        onDone={onDone}
      />
    </Action>
  );
}

const DAY_MS = 24 * 60 * 60 * 1000;

function endWords(dueAt: string, isPartPaid: boolean): string {
  if (isPartPaid) return "It was paid in part, so it stays open until you void it or the rest is paid.";
  const end = new Date(Date.parse(dueAt) + WAIT_AFTER_DUE_DAYS * DAY_MS).toISOString();
  return `If nothing has been paid by ${formatDay(end)}, it becomes void and the order ends.`;
}
