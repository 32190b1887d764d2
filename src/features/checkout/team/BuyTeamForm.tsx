import { useRef, useState } from "react";
import { useWatch } from "react-hook-form";
import { useNavigate } from "react-router-dom";
import { tabStore } from "../../../db/store/localStore.ts";
import { paths } from "../../../domain/paths.ts";
import { TIER_PLANS } from "../../../domain/sales/plans.ts";
import { formatPence, formatWholePounds, VAT_PERCENT } from "../../../domain/sales/pricing.ts";
import { placesText, SEATS_MIN, teamAmounts, typedSeats } from "../../../domain/sales/seats.ts";
import { TEAM_DAYS_UNTIL_DUE, type TeamTier } from "../../../domain/sales/teams.ts";
import type { Team } from "../../../platform/account/teams.ts";
import type { Identity } from "../../../platform/session/auth.tsx";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { showCheckoutFailure } from "../checkoutToast.ts";
import { forgetDraft, type Typed } from "../draft.ts";
import { ConsentFields } from "../form/ConsentFields.tsx";
import { OfflineNote } from "../form/OfflineNote.tsx";
import { Line } from "../form/OrderSummary.tsx";
import { focusControl, useSubmitOnce } from "../form/submitting.ts";
import { TextField } from "../form/TextField.tsx";
import { useCheckoutForm } from "../form/useCheckoutForm.ts";
import type { Consents } from "../order/submitCheckout.ts";
import { orderTeam } from "./orderTeam.ts";
import { BillingFields, BuyerFields, HowToPay } from "./TeamFields.tsx";

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
  const form = useCheckoutForm(identity, tier, {
    ...(seats !== "" && { seats }),
    ...(team && { teamName: team.name }),
  });
  const navigate = useNavigate();
  const [pay, setPay] = useState<"card" | "invoice">("card");
  const [consents, setConsents] = useState(NO_CONSENTS);
  const [areConsentsMarked, setConsentsMarked] = useState(false);
  const sheet = useRef<HTMLFormElement>(null);
  const isBusy = form.formState.isSubmitting;
  const min = team ? SEATS_MIN.more : SEATS_MIN.first;
  const count = typedSeats(useWatch({ control: form.control, name: "seats" }), min);
  const total = count === null ? "" : ` - ${formatPence(teamAmounts(tier, count).totalPence)}`;

  const order = async (typed: Typed) => {
    setConsentsMarked(true);
    const asked = { tier, pay, consents, typed, teamId: team?.id, userId: identity?.userId };
    const outcome = await orderTeam(asked);
    switch (outcome.kind) {
      case "invalid": {
        for (const [field, message] of outcome.errors) form.setError(field, { message });
        const [[first, message] = [""]] = outcome.errors;
        if (message) showCheckoutFailure(message);
        return focusControl(sheet.current, first);
      }
      case "failed":
        return showCheckoutFailure(outcome.title, outcome.description);
      case "invoiced":
        forgetDraft(tabStore());
        toast({
          title: "The invoice is on its way",
          description: `It is due in ${TEAM_DAYS_UNTIL_DUE} days. The places work from now on.`,
        });
        return navigate(paths.team(team?.id));
      case "redirect":
        return leaveFor(outcome.url);
    }
  };
  const submit = useSubmitOnce((event) => {
    form.clearErrors();
    return form.handleSubmit(order)(event);
  });

  return (
    <div className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
      <Card>
        <form ref={sheet} noValidate onSubmit={submit} className="flex flex-col gap-6">
          <OfflineNote title="You need a connection to buy places" />
          <section aria-labelledby="the-team" className="grid gap-5 sm:grid-cols-2">
            <h2 id="the-team" className="text-2xl sm:col-span-2">
              {team ? "More places" : "Your team"}
            </h2>
            {team ? (
              <p className="sm:col-span-2">
                For <strong translate="no">{team.name}</strong>
              </p>
            ) : (
              <TextField
                form={form}
                name="teamName"
                label="Name of the team"
                autoComplete="off"
                hint="The people you invite see it."
                className="sm:col-span-2"
              />
            )}
            <TextField
              form={form}
              name="seats"
              label="Number of places"
              autoComplete="off"
              inputMode="numeric"
            />
          </section>
          <BuyerFields form={form} tier={tier} isSignedIn={identity !== null} />
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

/** Resolves only when the buyer goes back and the browser restores this page: until then a press must not order again. */
function leaveFor(url: string): Promise<void> {
  location.assign(url);
  return new Promise((resolve) => addEventListener("pageshow", ({ persisted }) => persisted && resolve()));
}

function TeamSummary({ tier, count }: { tier: TeamTier; count: number | null }) {
  const { netPence, vatPence, totalPence } = teamAmounts(tier, count ?? 0);
  const amount = (pence: number) => (count === null ? "–" : formatPence(pence));
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
          <Line label={count === null ? "Places" : placesText(count)} amount={amount(netPence)} />
          <Line label={`VAT (${VAT_PERCENT}%)`} amount={amount(vatPence)} />
          <Line
            label="Total"
            amount={amount(totalPence)}
            isTotal
            className="border-t border-line pt-3 text-xl font-semibold"
          />
        </dl>
      </div>
    </Card>
  );
}
