import type { PlannedPayment } from "../../domain/instalments.ts";
import { formatPence } from "../../domain/pricing.ts";
import { Badge, type Tone } from "../../ui/Badge.tsx";
import { Table } from "../../ui/Table.tsx";

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
const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long" });

/** The dates of the instalments. Renders nothing for a single payment. */
export function PaymentPlan({ payments }: { payments: readonly PlannedPayment[] }) {
  if (payments.length < 2) return null;
  return (
    <div className="flex flex-col gap-3">
      <Table
        caption="Your payments"
        columns={COLUMNS}
        rows={payments.map(({ number, dueAt, amountPence, status }) => {
          const [tone, text] = STATES[status];
          return [
            `${number} of ${payments.length}`,
            DATE.format(new Date(dueAt)),
            formatPence(amountPence),
            <Badge key="state" tone={tone}>
              {text}
            </Badge>,
          ];
        })}
      />
      <p className="text-base text-muted">
        They are taken from the same card. After payment {payments.length} the plan ends automatically.
      </p>
    </div>
  );
}
