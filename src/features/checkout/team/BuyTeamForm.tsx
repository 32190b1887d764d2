import { type FormEvent, useEffect, useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { paths } from "../../../domain/paths.ts";
import { TIER_PLANS } from "../../../domain/sales/plans.ts";
import { formatPence, formatWholePounds, VAT_PERCENT } from "../../../domain/sales/pricing.ts";
import { SEATS_MIN, teamAmounts, typedSeats } from "../../../domain/sales/seats.ts";
import { TEAM_DAYS_UNTIL_DUE, type TeamTier } from "../../../domain/sales/teams.ts";
import type { Team } from "../../../platform/account/teams.ts";
import { useSeemsOffline } from "../../../platform/device/offlineHint.ts";
import type { Identity } from "../../../platform/session/auth.tsx";
import { Banner } from "../../../ui/Banner.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { showCheckoutFailure } from "../checkoutToast.ts";
import { ConsentFields } from "../form/ConsentFields.tsx";
import type { Consents } from "../order/submitCheckout.ts";
import { orderTeam } from "./orderTeam.ts";
import { BillingFields, BuyerFields, HowToPay, TeamTextField } from "./TeamFields.tsx";
import { useTeamForm } from "./useTeamForm.ts";

type Props = {
  tier: TeamTier;
  /** As the address has it. */
  seats: string;
  identity: Identity | null;
  /** The team that gets more places. Null for a new one. */
  team: Team | null;
};

const NO_CONSENTS: Consents = { termsAccepted: false, immediateSupply: false, reminderConsent: false };

export function BuyTeamForm({ tier, seats, identity, team }: Props) {
  const { form, clear } = useTeamForm(identity, { seats, teamName: team?.name ?? "" });
  const navigate = useNavigate();
  const [pay, setPay] = useState<"card" | "invoice">("card");
  const [consents, setConsents] = useState(NO_CONSENTS);
  const [areConsentsMarked, setConsentsMarked] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isSubmitting = useRef(false);
  const sheet = useRef<HTMLFormElement>(null);
  const min = team ? SEATS_MIN.more : SEATS_MIN.first;
  const count = typedSeats(useWatch({ control: form.control, name: "seats" }), min);
  const total = count === null ? "" : ` - ${formatPence(teamAmounts(tier, count).totalPence)}`;

  const order = async () => {
    setConsentsMarked(true);
    form.clearErrors();
    const outcome = await orderTeam({
      ...{ tier, pay, consents },
      typed: form.getValues(),
      teamId: team?.id,
      userId: identity?.userId,
    });
    switch (outcome.kind) {
      case "invalid":
        for (const [field, message] of outcome.errors) form.setError(field, { message });
        showCheckoutFailure(outcome.message);
        focusFirst(sheet.current, outcome.first);
        return;
      case "failed":
        return showCheckoutFailure(outcome.title, outcome.description);
      case "invoiced":
        clear();
        toast({
          title: "The invoice is on its way",
          description: `It is due in ${TEAM_DAYS_UNTIL_DUE} days. The places work from now on.`,
        });
        return navigate(paths.team(team?.id));
      case "redirect":
        location.assign(outcome.url);
        // The page is being replaced, and a second press must not order again.
        return new Promise<void>(() => {});
    }
  };
  /** A double tap can come before the button is disabled. */
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isSubmitting.current) return;
    isSubmitting.current = true;
    setBusy(true);
    await order();
    isSubmitting.current = false;
    setBusy(false);
  };
  // Going back may restore this page in its busy state.
  useEffect(() => {
    const wakeUp = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      isSubmitting.current = false;
      setBusy(false);
    };
    addEventListener("pageshow", wakeUp);
    return () => removeEventListener("pageshow", wakeUp);
  }, []);

  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
      <Card>
        <form ref={sheet} noValidate onSubmit={submit} className="flex flex-col gap-6">
          <OfflineNote />
          <section aria-labelledby="the-team" className="grid gap-5 sm:grid-cols-2">
            <h2 id="the-team" className="text-2xl sm:col-span-2">
              {team ? "More places" : "Your team"}
            </h2>
            {team ? (
              <p className="sm:col-span-2">
                For <strong translate="no">{team.name}</strong>
              </p>
            ) : (
              <TeamTextField
                form={form}
                name="teamName"
                label="Name of the team"
                hint="The people you invite see it."
              />
            )}
            <TeamTextField form={form} name="seats" label="Number of places" inputMode="numeric" isNarrow />
          </section>
          <BuyerFields form={form} isSignedIn={identity !== null} />
          <HowToPay identity={identity} pay={pay} onChange={setPay} />
          {pay === "invoice" && <BillingFields form={form} />}
          <ConsentFields
            consents={consents}
            onChange={setConsents}
            isMarked={areConsentsMarked}
            isSignedIn={false}
          />
          <div className="flex flex-col gap-3">
            <Button type="submit" size="large" data-keep-clear busy={isBusy}>
              {isBusy ? "Processing..." : `${ACTIONS[pay].label}${total}`}
            </Button>
            <p className="text-base text-muted">{ACTIONS[pay].note}</p>
          </div>
        </form>
      </Card>
      <TeamSummary tier={tier} count={count} />
    </div>
  );
}

const ACTIONS = {
  card: {
    label: "Proceed to Payment",
    note: "Nothing is charged yet. You pay on our payment provider's secure page, which also asks for your billing address, VAT number and purchase order number.",
  },
  invoice: {
    label: "Order by invoice",
    note: `Our payment provider emails you the invoice, to be paid within ${TEAM_DAYS_UNTIL_DUE} days by bank transfer or card. The places work as soon as it is sent. If it is not paid in time, they are paused.`,
  },
};

function OfflineNote() {
  const isOffline = useSeemsOffline();
  return (
    <div role="status" className="empty:hidden">
      {isOffline && (
        <Banner tone="highlight" title="You need a connection to buy places">
          You seem to be offline. Everything you typed is kept, so you can try now or later.
        </Banner>
      )}
    </div>
  );
}

function focusFirst(form: HTMLFormElement | null, name: string): void {
  const control = form?.elements.namedItem(name);
  if (!(control instanceof HTMLElement)) return;
  control.focus({ preventScroll: true });
  control.scrollIntoView({ block: "center" });
}

function TeamSummary({ tier, count }: { tier: TeamTier; count: number | null }) {
  const amounts = teamAmounts(tier, count ?? 0);
  const lines: [label: string, pence: number][] = [
    [count === null ? "Places" : count === 1 ? "1 place" : `${count} places`, amounts.netPence],
    [`VAT (${VAT_PERCENT}%)`, amounts.vatPence],
    ["Total", amounts.totalPence],
  ];
  return (
    <Card as="aside" aria-labelledby="order-summary" className="flex flex-col gap-4 lg:sticky lg:top-6">
      <h2 id="order-summary" className="text-2xl">
        Order Summary
      </h2>
      <p>
        <span>{TIER_PLANS[tier].label}: </span>
        <span translate="no">{formatWholePounds(TIER_PLANS[tier].pricePence.full)}</span>
        <span> plus VAT for each place</span>
      </p>
      <div role="status">
        <dl className="flex flex-col gap-2 border-t border-line pt-4 tabular-nums">
          {lines.map(([label, pence]) => (
            <div
              key={label}
              data-keep-clear={label === "Total"}
              className="flex flex-wrap justify-between gap-x-4 last:border-t last:border-line last:pt-3 last:text-xl last:font-semibold"
            >
              <dt>{label}</dt>
              <dd translate="no">{count === null ? "–" : formatPence(pence)}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}
