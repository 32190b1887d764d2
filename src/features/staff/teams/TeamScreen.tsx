import { staffPaths } from "../../../domain/paths.ts";
import { TIER_PLANS } from "../../../domain/sales/plans.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { formatDay } from "../../../domain/text/dates.ts";
import { unmistakableEmail } from "../../../domain/text/readableEmail.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { Table } from "../../../ui/Table.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import { Loaded } from "../frame/Loaded.tsx";
import { FactRows, Screen } from "../frame/Screen.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";
import { RecordedActions } from "../learners/RecordedActions.tsx";
import { STATUS_WORDS } from "../orders/words.ts";
import { TeamActions } from "./TeamActions.tsx";
import { TeamPeople } from "./TeamPeople.tsx";
import { StateBadge } from "./TeamsScreen.tsx";
import { type TeamPage, teamPageSchema } from "./teamSchemas.ts";
import { accessWords, placesWords } from "./words.ts";

/** One team: its places, orders and people, and what staff can do. What the learners do is on their own pages. */
export default function TeamScreen({ id }: { id: string }) {
  const query = useStaffQuery("staff_team", { p_id: id }, teamPageSchema);
  const team = query.status === "ready" ? query.data : null;
  return (
    <Screen
      title={
        team ? (
          <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <span translate="no">{team.name}</span> <StateBadge team={team} />
          </span>
        ) : (
          "Team"
        )
      }
      back={{ to: staffPaths.area("teams"), label: "Teams" }}
    >
      <Loaded query={query} what="the team">
        {(page) =>
          page ? (
            // On a phone the actions come before what may be a long list.
            <div className="grid gap-x-8 gap-y-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr_auto]">
              <Summary team={page} />
              <TeamActions team={page} onDone={query.reload} />
              <Orders team={page} />
              <div className="flex min-w-0 flex-col gap-10 lg:col-span-2">
                <TeamPeople team={page} onDone={query.reload} />
                <RecordedActions acts={page.acts} />
              </div>
            </div>
          ) : (
            <EmptyState title="No team has this id">
              A team that was never paid for is deleted after 30 days. Go back to the list and search for it.
            </EmptyState>
          )
        }
      </Loaded>
    </Screen>
  );
}

function Summary({ team }: { team: TeamPage }) {
  const { owner, link } = team;
  return (
    <section aria-label="Summary" className="min-w-0">
      <FactRows
        facts={[
          [
            "Owner",
            owner ? (
              <span key="owner">
                <TextLink to={staffPaths.one("learners", owner.id)}>
                  <span translate="no">{unmistakableEmail(owner.email)}</span>
                </TextLink>
                {!owner.is_proven && ", not confirmed: other people read “a team” instead of its name"}
              </span>
            ) : (
              "Nobody: the order is not paid, its buyer has not confirmed the address, or the account was deleted"
            ),
          ],
          ["Course", TIER_PLANS[team.tier].label],
          ["Places", placesWords(team)],
          ["Access", accessWords(team)],
          [
            "Invitation link",
            link && `Used ${link.used} of ${link.limit} times, ends ${formatDay(link.ends_at)}`,
          ],
          ["Team id", team.id],
        ]}
      />
    </section>
  );
}

function Orders({ team: { orders } }: { team: TeamPage }) {
  return (
    <section aria-labelledby="orders" className="flex min-w-0 flex-col gap-4">
      <h2 id="orders" className="text-2xl">
        Orders
      </h2>
      <Table
        caption="Orders"
        captionHidden
        columns={[
          { header: "Order" },
          { header: "State" },
          { header: "Places", numeric: true },
          { header: "Amount", numeric: true },
          { header: "Refunded", numeric: true },
          { header: "Invoice" },
        ]}
        rows={orders.map((order) => [
          <TextLink key="order" to={staffPaths.one("orders", order.id)}>
            {formatDay(order.created_at)}
          </TextLink>,
          STATUS_WORDS[order.status].label,
          order.seats,
          formatPence(order.total_pence),
          formatPence(order.refunded_pence),
          invoiceWords(order),
        ])}
      />
    </section>
  );
}

/** "ABC-0001, due 14 Dec 2026", for an order that is paid by an invoice. */
function invoiceWords({ invoice_number, due_at }: TeamPage["orders"][number]): string {
  return [invoice_number, due_at && `due ${formatDay(due_at)}`].filter(Boolean).join(", ") || "—";
}
