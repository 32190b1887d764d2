import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { paths } from "../../../domain/paths.ts";
import type { Tier } from "../../../domain/sales/plans.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { SEATS_MAX, SEATS_MIN, seatsMessage, teamAmounts, typedSeats } from "../../../domain/sales/seats.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";

const FIRST_SEATS = "5";

/** Leads to the purchase of several places. A native form, like that for one learner. */
export function TeamOffer({ tier }: { tier: Tier }) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState(FIRST_SEATS);
  const [isMarked, setMarked] = useState(false);
  // What the field shows is what counts: a number may be typed while the page's scripts are being loaded and run, when
  // React would put its own value back.
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => setTyped(input.current?.value ?? FIRST_SEATS), []);
  const seats = typedSeats(typed, SEATS_MIN.first);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setMarked(true);
    if (seats === null) event.currentTarget.querySelector<HTMLElement>("[name=seats]")?.focus();
    else void navigate(paths.buyTeam(tier, { seats }));
  };
  return (
    <section
      aria-labelledby="team"
      className="flex max-w-[36rem] flex-col gap-4 rounded-card border border-line bg-surface p-[min(1.5rem,6vw)]"
    >
      <h3 id="team">A team</h3>
      <p className="text-muted">
        Buy {SEATS_MIN.first} to {SEATS_MAX} places in one payment, by card or by invoice. You invite people
        by email or with a link, and see how far each of them is.
      </p>
      <form method="get" action={paths.buyTeam()} onSubmit={submit} className="flex flex-col gap-4">
        <input type="hidden" name="tier" value={tier} />
        <Field label="Number of places" error={isMarked && seats === null && seatsMessage(SEATS_MIN.first)}>
          {(control) => (
            <TextInput
              {...control}
              ref={input}
              name="seats"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={FIRST_SEATS}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={() => setMarked(true)}
              className="max-w-32"
            />
          )}
        </Field>
        <p role="status" className="min-h-[1lh] tabular-nums">
          {seats !== null && <TeamTotal tier={tier} seats={seats} />}
        </p>
        <Button type="submit" variant="secondary" className="self-start">
          Buy for a team
        </Button>
      </form>
    </section>
  );
}

function TeamTotal({ tier, seats }: { tier: Tier; seats: number }) {
  const { vatPence, totalPence } = teamAmounts(tier, seats);
  return (
    <>
      <span>In total </span>
      <strong translate="no">{formatPence(totalPence)}</strong>
      <span>, with </span>
      <span translate="no">{formatPence(vatPence)}</span>
      <span> VAT</span>
    </>
  );
}
