import { Printer } from "lucide-react";
import { useEffect, useRef } from "react";
import { paths } from "../../domain/paths.ts";
import { TIER_PLANS } from "../../domain/sales/plans.ts";
import { formatPence } from "../../domain/sales/pricing.ts";
import { placesText } from "../../domain/sales/seats.ts";
import { formatDay } from "../../domain/text/dates.ts";
import type { Team } from "../../platform/account/teams.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Banner } from "../../ui/Banner.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { FactList } from "../../ui/FactList.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Progress } from "../../ui/Progress.tsx";
import { Table } from "../../ui/Table.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { InvitePeople } from "./InvitePeople.tsx";
import { JoinLink } from "./JoinLink.tsx";
import { SeatList } from "./SeatList.tsx";
import { useSeats } from "./useSeats.ts";

const POLL_MS = 5_000;

type Props = { team: Team; onChanged: () => void };

/** One team: its places, its people and what its owner can do. */
export function TeamView({ team, onChanged }: Props) {
  const people = useSeats(team.id);
  const changed = () => {
    onChanged();
    void people.reload();
  };
  useWhileSending(team.mails_waiting, changed);
  const isOpen = !team.is_ended && !team.is_paused;
  const isInviting = isOpen && team.free >= 0;
  return (
    <>
      <section aria-labelledby="team-name" className="flex flex-col gap-5">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 id="team-name" translate="no" className="wrap-anywhere">
            {team.name}
          </h2>
          <Badge>{TIER_PLANS[team.tier].label}</Badge>
        </div>
        <TeamState team={team} />
        <FactList
          facts={[
            [`${team.bought}`, "bought"],
            [`${team.given}`, "given"],
            [`${team.claimed}`, "claimed"],
            [`${Math.max(team.free, 0)}`, "free"],
          ]}
        />
        <div className="flex flex-wrap gap-3">
          {(isOpen || (team.is_short && !team.is_ended)) && (
            <LinkButton variant="secondary" to={paths.buyTeam(team.tier, { team: team.id })}>
              Buy more places
            </LinkButton>
          )}
          <LinkButton variant="secondary" to={paths.teamRecord(team.id)}>
            <Printer aria-hidden="true" className="size-5" />
            Training record
          </LinkButton>
        </div>
      </section>
      {isInviting && <InvitePeople team={team} onSent={changed} />}
      {(isInviting || (isOpen && team.link)) && <JoinLink team={team} onChanged={onChanged} />}
      <SeatList team={team} people={people} onChanged={changed} />
      <Orders team={team} />
    </>
  );
}

/** Why nobody can be invited or learn, and what to do about it; and how the invitations are going out. */
function TeamState({ team }: { team: Team }) {
  const invitations = team.given - team.claimed;
  const sent = invitations - team.mails_waiting;
  return (
    <>
      {team.is_ended && (
        <Banner
          tone="danger"
          title="This team has ended"
          action={<LinkButton to={paths.contact(`The team ${team.name}`)}>Write to us</LinkButton>}
        >
          Its places give no access any more. The record and the certificates stay.
        </Banner>
      )}
      {team.is_paused && !team.is_ended && (
        <Banner
          tone="danger"
          title="All places are paused"
          action={!team.is_short && <LinkButton to={paths.account()}>Your payments</LinkButton>}
        >
          {team.is_short
            ? `More people have a place than are paid for. Take back places below or buy ${team.claimed - team.bought} more. The lessons then open again for everyone. Nobody has lost any work.`
            : "An invoice is overdue, or a payment is disputed. As soon as that is settled, the lessons open again for everyone. Nobody has lost any work."}
        </Banner>
      )}
      {!team.is_ended && team.bought === 0 && (
        <Banner tone="danger" title="No place works now">
          The payment was refunded or has failed. Buy a place for everyone who has one, and they can continue.
        </Banner>
      )}
      {!team.is_ended && !team.is_paused && team.free < 0 && (
        <Banner
          tone="highlight"
          title={`${placesText(-team.free)} more ${team.free === -1 ? "is" : "are"} given than bought`}
        >
          Choose below whose {team.free === -1 ? "place" : "places"} to take back, or buy more. Until then
          nobody else can be invited. Nobody loses anything by itself.
        </Banner>
      )}
      {!team.is_ended && !team.is_address_proven && (
        <Banner
          tone="highlight"
          title="Your email address is not confirmed"
          action={<LinkButton to={paths.account()}>Confirm it</LinkButton>}
        >
          Until then, our emails to your people say “a team” in place of its name.
        </Banner>
      )}
      {team.mails_waiting > 0 && (
        <Progress
          label="Sending invitations"
          value={sent}
          max={invitations}
          valueText={`${sent} of ${invitations} sent`}
          className="max-w-md"
        />
      )}
    </>
  );
}

/** Asks again while invitations are on their way, because they go out slowly. */
function useWhileSending(waiting: number, ask: () => void): void {
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    if (waiting === 0) return;
    const timer = setInterval(() => document.visibilityState === "visible" && latest.current(), POLL_MS);
    return () => clearInterval(timer);
  }, [waiting]);
}

const ORDER_WORDS: Record<string, string> = {
  paid: "Paid",
  invoiced: "Invoice to be paid",
  disputed: "Payment disputed",
  refunded: "Refunded",
};

function Orders({ team }: { team: Team }) {
  return (
    <Disclosure summary="Orders of this team">
      <Table
        caption="Orders of this team"
        captionHidden
        columns={[
          { header: "Day" },
          { header: "Places", numeric: true },
          { header: "Total", numeric: true },
          { header: "State" },
        ]}
        rows={team.orders.map((order) => [
          formatDay(order.created_at),
          `${order.seats}`,
          formatPence(order.total_pence),
          ORDER_WORDS[order.status] ?? "Ended",
        ])}
      />
      <p className="mt-4">
        Invoices and receipts of what you paid are in <TextLink to={paths.account()}>Your payments</TextLink>.
      </p>
    </Disclosure>
  );
}
