import type { ReactNode } from "react";
import { staffPaths } from "../../../domain/paths.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { formatMoment } from "../../../domain/text/dates.ts";
import { unmistakableEmail } from "../../../domain/text/readableEmail.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Table } from "../../../ui/Table.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import { Loaded } from "../frame/Loaded.tsx";
import { FactRows, Screen } from "../frame/Screen.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";
import { accessWords } from "./accessWords.ts";
import { OrderActions } from "./OrderActions.tsx";
import { InvoiceFacts } from "./OrderInvoice.tsx";
import { StatusBadge } from "./OrdersScreen.tsx";
import { type OrderPage, orderPageSchema } from "./orderSchemas.ts";
import { eventWords, offerWords, STATUS_WORDS } from "./words.ts";

/** One order: its state, its actions and everything that happened to it. */
export default function OrderScreen({ id }: { id: string }) {
  const query = useStaffQuery("staff_order", { p_id: id }, orderPageSchema);
  const order = query.status === "ready" ? query.data?.order : undefined;
  const title = order ? `${order.first_name} ${order.last_name}`.trim() || "Deleted account" : "Order";
  return (
    <Screen
      title={
        order ? (
          <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {title} <StatusBadge status={order.status} />
          </span>
        ) : (
          title
        )
      }
      back={{ to: staffPaths.area("orders"), label: "Orders" }}
    >
      <Loaded query={query} what="the order">
        {(page) =>
          page ? (
            // On a phone the actions come before what may be a long history.
            <div className="grid gap-x-8 gap-y-10 lg:grid-cols-[minmax(0,1fr)_18rem] lg:grid-rows-[auto_1fr]">
              <Summary page={page} />
              <OrderActions page={page} onDone={query.reload} />
              <div className="flex min-w-0 flex-col gap-10">
                <InvoiceFacts page={page} />
                <Payments page={page} />
                <Timeline page={page} />
              </div>
            </div>
          ) : (
            <EmptyState title="No order has this id">Go back to the list and search for it.</EmptyState>
          )
        }
      </Loaded>
    </Screen>
  );
}

function Summary({ page }: { page: OrderPage }) {
  const { order, money, account, certificates, other_orders, team } = page;
  const facts: [string, ReactNode][] = [
    ["Course", offerWords(order)],
    [
      "Team",
      team && (
        <TextLink key="team" to={staffPaths.one("teams", team.id)}>
          <span translate="no">{team.name}</span>
        </TextLink>
      ),
    ],
    ["Amount", priceWords(page)],
    [
      "Paid",
      `${formatPence(money.paid_pence)}${money.refunded_pence > 0 ? `, of which ${formatPence(money.refunded_pence)} refunded` : ""}`,
    ],
    ["Access", accessWords(page)],
    ["Email", unmistakableEmail(order.email) || "Deleted"],
    ["Account", accountWords(account)],
    ["Certificates", certificateWords(certificates)],
    ["Organisation", [order.organization, order.country].filter(Boolean).join(", ")],
    ["Phone", order.phone],
    ["Order id", order.id],
    ["Session id", order.checkout_session_id ?? ""],
    ["Plan id", order.subscription_id ?? ""],
    ["Customer id", order.customer_id ?? ""],
    [
      "Other orders",
      other_orders.length > 0 && (
        <span key="others" className="flex flex-col gap-1">
          {other_orders.map((other) => (
            <TextLink key={other.id} to={staffPaths.one("orders", other.id)}>
              {STATUS_WORDS[other.status].label}, {other.tier}
            </TextLink>
          ))}
        </span>
      ),
    ],
  ];
  return (
    <section aria-label="Summary">
      <FactRows facts={facts} />
    </section>
  );
}

function priceWords({ order }: OrderPage): string {
  const parts = [`${formatPence(order.total_pence)}${order.plan === "full" ? "" : " a month, three times"}`];
  parts.push(`of which VAT ${formatPence(order.vat_pence)}`);
  if (order.discount_pence > 0) parts.push(`after a discount of ${formatPence(order.discount_pence)}`);
  return parts.join(", ");
}

function accountWords(account: OrderPage["account"]): string {
  if (!account) return "None";
  const use = account.last_sign_in_at
    ? `last signed in ${formatMoment(account.last_sign_in_at)}`
    : "never signed in";
  return `${unmistakableEmail(account.email)}, ${use}${account.has_own_password ? "" : ", still on the temporary password"}`;
}

function certificateWords(certificates: OrderPage["certificates"]): string {
  return certificates
    .map(({ kind, issued_at, revoked_at }) =>
      revoked_at
        ? `${kind}, revoked ${formatMoment(revoked_at)}`
        : `${kind}, valid since ${formatMoment(issued_at)}`,
    )
    .join("; ");
}

function Payments({ page: { payments } }: { page: OrderPage }) {
  if (payments.length === 0) return null;
  return (
    <section aria-labelledby="payments" className="flex flex-col gap-4">
      <h2 id="payments" className="text-2xl">
        Payments
      </h2>
      <Table
        caption="Payments"
        captionHidden
        columns={[
          { header: "Number" },
          { header: "Amount", numeric: true },
          { header: "Refunded", numeric: true },
          { header: "State" },
          { header: "Provider's id" },
        ]}
        rows={payments.map((each) => [
          `Payment ${each.number}`,
          formatPence(each.amount_pence),
          formatPence(each.refunded_pence),
          paymentState(each),
          <span key="id" className="wrap-anywhere">
            {each.payment_intent_id ?? "—"}
          </span>,
        ])}
      />
    </section>
  );
}

function paymentState({ paid_at, failed_at, due_at }: OrderPage["payments"][number]): string {
  if (paid_at) return `Paid ${formatMoment(paid_at)}`;
  return failed_at ? `Failed ${formatMoment(failed_at)}` : `Due ${formatMoment(due_at)}`;
}

function Timeline({ page: { timeline } }: { page: OrderPage }) {
  return (
    <section aria-labelledby="timeline" className="flex flex-col gap-4">
      <h2 id="timeline" className="text-2xl">
        Timeline
      </h2>
      <ol className="flex flex-col">
        {timeline.map((event, place) => {
          const { title, more } = eventWords(event);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: replaced as a whole and without state
            <li key={place} className="grid gap-x-6 border-t border-line py-2.5 sm:grid-cols-[11rem_1fr]">
              <time dateTime={event.at} className="text-muted">
                {formatMoment(event.at)}
              </time>
              <div className="min-w-0">
                <p className="font-semibold">{title}</p>
                {more && <p className="wrap-anywhere text-base text-muted">{more}</p>}
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
