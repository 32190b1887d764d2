import { staffPaths } from "../../../domain/paths.ts";
import { TIER_PLANS } from "../../../domain/sales/plans.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { formatDay } from "../../../domain/text/dates.ts";
import { unmistakableEmail } from "../../../domain/text/readableEmail.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { type ExportColumn, ExportList } from "../frame/list/ExportList.tsx";
import { type Column, StaffList } from "../frame/list/StaffList.tsx";
import { useStaffList } from "../frame/list/useStaffList.ts";
import { Screen } from "../frame/Screen.tsx";
import { type ExportedOrder, type OrderRow, orderExportSchema, ordersSchema } from "./orderSchemas.ts";
import { offerWords, STATUS_WORDS } from "./words.ts";

const FILTERS = [
  { value: "", label: "All" },
  { value: "attention", label: "Needs attention" },
  { value: "paid", label: "Paid" },
  { value: "refunded", label: "Refunded" },
  { value: "unpaid", label: "Not paid" },
];

const COLUMNS: readonly [Column<OrderRow>, ...Column<OrderRow>[]] = [
  { header: "Buyer", cell: ({ name, email }) => name || unmistakableEmail(email) || "Deleted account" },
  {
    header: "Email",
    cell: ({ email }) => <span className="wrap-anywhere">{unmistakableEmail(email) || "—"}</span>,
  },
  {
    header: "Course",
    cell: ({ tier, plan, seats }) =>
      `${TIER_PLANS[tier].label}${seats > 1 ? `, ${seats} places` : ""}${plan === "full" ? "" : ", 3 payments"}`,
  },
  { header: "State", cell: ({ status }) => <StatusBadge status={status} /> },
  { header: "Amount", numeric: true, cell: amountWords },
  { header: "Ordered", cell: ({ created_at }) => formatDay(created_at) },
];

const EXPORT_COLUMNS: readonly ExportColumn<ExportedOrder>[] = [
  { header: "Order", cell: ({ id }) => id },
  { header: "Ordered (UTC)", cell: ({ created_at: at }) => ({ at }) },
  { header: "Paid (UTC)", cell: ({ paid_at: at }) => ({ at }) },
  { header: "State", cell: ({ status }) => STATUS_WORDS[status].label },
  { header: "Buyer", cell: ({ name }) => name },
  { header: "Email", cell: ({ email }) => email },
  { header: "Organisation", cell: ({ organization }) => organization },
  { header: "Country", cell: ({ country }) => country },
  { header: "Course", cell: offerWords },
  { header: "Discount code", cell: (row) => row.discount_code },
  { header: "Each payment (GBP)", cell: ({ total_pence: pence }) => ({ pence }) },
  { header: "VAT included (GBP)", cell: ({ vat_pence: pence }) => ({ pence }) },
  { header: "Paid (GBP)", cell: ({ paid_pence: pence }) => ({ pence }) },
  { header: "Refunded (GBP)", cell: ({ refunded_pence: pence }) => ({ pence }) },
];

/** The orders, newest first. */
export default function OrdersScreen() {
  const list = useStaffList("staff_orders", ordersSchema);
  const { filter } = list.asked;
  return (
    <Screen
      title="Orders"
      actions={
        <LinkButton variant="secondary" to={staffPaths.one("orders", "new")}>
          New order by invoice
        </LinkButton>
      }
    >
      <StaffList
        what="orders"
        list={list}
        columns={COLUMNS}
        rowPath={({ id }) => staffPaths.one("orders", id)}
        filters={FILTERS}
        searchLabel="Start of an email or name, or an id"
        empty={
          filter === ""
            ? { title: "No orders yet", text: "An order appears here when someone starts to pay." }
            : { title: "No orders in this state", text: "Choose “All” to see every order." }
        }
      />
      <ExportList
        what="orders"
        asked={list.asked}
        name="staff_export_orders"
        reply={orderExportSchema}
        columns={EXPORT_COLUMNS}
      />
    </Screen>
  );
}

export function StatusBadge({ status }: Pick<OrderRow, "status">) {
  const { label, tone } = STATUS_WORDS[status];
  return <Badge tone={tone}>{label}</Badge>;
}

/** What was paid, or what was asked for while nothing has been. */
function amountWords({ paid_pence, refunded_pence, total_pence }: OrderRow) {
  if (refunded_pence > 0) return `${formatPence(paid_pence)}, ${formatPence(refunded_pence)} refunded`;
  return formatPence(paid_pence || total_pence);
}
