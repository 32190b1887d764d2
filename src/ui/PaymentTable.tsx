import { Badge, type Tone } from "./Badge.tsx";
import { Table } from "./Table.tsx";

const COLUMNS = [
  { header: "Payment" },
  { header: "Date" },
  { header: "Amount", numeric: true },
  { header: "Status" },
];
const STATES: Record<ListedPayment["status"], [tone: Tone, text: string]> = {
  paid: ["done", "Paid"],
  due: ["neutral", "Due"],
  failed: ["danger", "Failed"],
};

/** `date`, `amount` and `refunded` are already formatted for display. */
export type ListedPayment = {
  number: number;
  date: string;
  amount: string;
  status: "paid" | "due" | "failed";
  refunded?: string | null;
};

/**
 * The payments of one purchase. `total` is the number of payments that the purchase has, which can be more than are
 * listed.
 */
export function PaymentTable(props: {
  caption: string;
  captionHidden?: boolean;
  payments: readonly ListedPayment[];
  total: number;
}) {
  const { caption, captionHidden = false, payments, total } = props;
  return (
    <Table
      caption={caption}
      captionHidden={captionHidden}
      columns={COLUMNS}
      rows={payments.map(({ number, date, amount, status, refunded }) => {
        const [tone, text] = STATES[status];
        return [
          `${number} of ${total}`,
          date,
          amount,
          <Badge key="state" tone={refunded ? "neutral" : tone}>
            {refunded ? `${refunded} refunded` : text}
          </Badge>,
        ];
      })}
    />
  );
}
