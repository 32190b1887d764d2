import { type PlannedPayment, plannedPayments } from "../../domain/instalments.ts";
import { formatPence } from "../../domain/pricing.ts";
import type { Purchase } from "../../platform/orders.ts";
import { Badge, type Tone } from "../../ui/Badge.tsx";
import { Table } from "../../ui/Table.tsx";
import { formatDay } from "./formatDay.ts";
import { isOver } from "./purchaseState.ts";

const COLUMNS = [
  { header: "Payment" },
  { header: "Date" },
  { header: "Amount", numeric: true },
  { header: "Status" },
];
const STATES: Record<PlannedPayment["status"], [tone: Tone, text: string]> = {
  paid: ["done", "Paid"],
  due: ["neutral", "Due"],
  failed: ["danger", "Failed"],
};

/** Every payment of a purchase. Future payments are listed while the plan is still running. */
export function PaymentTable({ purchase }: { purchase: Purchase }) {
  const asked = purchase.payments.map((each) => ({
    number: each.number,
    amountPence: each.amount_pence,
    dueAt: each.due_at,
    paidAt: each.paid_at,
    failedAt: each.failed_at,
  }));
  const begunAt = new Date(purchase.paid_at);
  const all: PlannedPayment[] =
    purchase.plan === "installment"
      ? plannedPayments(purchase.total_pence, begunAt, asked)
      : [{ number: 1, dueAt: purchase.paid_at, amountPence: purchase.total_pence, status: "paid" }];
  const shown = isOver(purchase) ? all.filter(({ status }) => status === "paid") : all;
  const refunded = new Map(purchase.payments.map((each) => [each.number, each.refunded_pence]));
  return (
    <Table
      caption="Payments of this purchase"
      captionHidden
      columns={COLUMNS}
      rows={shown.map(({ number, dueAt, amountPence, status }) => {
        const [tone, text] = STATES[status];
        const back = refunded.get(number) ?? 0;
        return [
          `${number} of ${all.length}`,
          formatDay(dueAt),
          formatPence(amountPence),
          back > 0 ? (
            <Badge key="state">{formatPence(back)} refunded</Badge>
          ) : (
            <Badge key="state" tone={tone}>
              {text}
            </Badge>
          ),
        ];
      })}
    />
  );
}
