import { Copy } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { paths } from "../../domain/paths.ts";
import { typedSeats } from "../../domain/sales/seats.ts";
import { formatLongDay } from "../../domain/text/dates.ts";
import { setTeamLink, type Team } from "../../platform/account/teams.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";

const DAY_MS = 24 * 60 * 60 * 1000;
const DEFAULT_DAYS = 30;

type Props = { team: Team; onChanged: () => void };

/** One link with which several people join: with a limit and an end, so that one that gets around does little. */
export function JoinLink({ team, onChanged }: Props) {
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const change = async (link: Parameters<typeof setTeamLink>[1]) => {
    setBusy(true);
    setFailure(null);
    const reply = await setTeamLink(team.id, link);
    setBusy(false);
    if (!reply.ok) return setFailure(reply.message);
    // The pressed button is about to go.
    heading.current?.focus();
    onChanged();
  };
  return (
    <section aria-labelledby="link" className="flex max-w-3xl flex-col gap-5 border-t border-line pt-8">
      <h2 id="link" ref={heading} tabIndex={-1}>
        Or share one link
      </h2>
      {team.link ? (
        <CurrentLink link={team.link} isBusy={isBusy} onRemove={() => void change(null)} />
      ) : (
        <NewLink free={team.free} isBusy={isBusy} onCreate={(link) => void change(link)} />
      )}
      <div role="alert" className="empty:hidden">
        {failure && <Banner tone="danger" title={failure} />}
      </div>
    </section>
  );
}

type CurrentProps = { link: NonNullable<Team["link"]>; isBusy: boolean; onRemove: () => void };

function CurrentLink({ link, isBusy, onRemove }: CurrentProps) {
  const input = useRef<HTMLInputElement>(null);
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(`${location.origin}${paths.joinTeam(link.key)}`);
      setSaid("Copied");
    } catch (error) {
      console.info("The browser did not copy the link", error);
      input.current?.select();
      setSaid("Your browser did not allow it. The link is selected: copy it with its menu or keyboard.");
    }
  };
  const hasEnded = Date.parse(link.ends_at) <= Date.now();
  return (
    <>
      <Field label="Invitation link" optional={false}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            readOnly
            translate="no"
            value={`${location.origin}${paths.joinTeam(link.key)}`}
            onFocus={(event) => event.currentTarget.select()}
          />
        )}
      </Field>
      <p>
        {`${link.used} of ${link.limit} used. `}
        {hasEnded ? "The link has ended." : `The link ends on ${formatLongDay(link.ends_at)}.`}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={() => void copy()}>
          <Copy aria-hidden="true" className="size-5" />
          Copy the link
        </Button>
        <Button variant="secondary" busy={isBusy} onClick={onRemove}>
          Remove the link
        </Button>
        <p role="status">{said}</p>
      </div>
      <p className="text-base text-muted">
        If you remove it, nobody can join with it any more. Those who have joined keep their places.
      </p>
    </>
  );
}

type NewProps = {
  free: number;
  isBusy: boolean;
  onCreate: (link: { limit: number; endsAt: string }) => void;
};

function NewLink({ free, isBusy, onCreate }: NewProps) {
  const [limit, setLimit] = useState(`${Math.max(free, 1)}`);
  const [lastDay, setLastDay] = useState(() =>
    new Date(Date.now() + DEFAULT_DAYS * DAY_MS).toISOString().slice(0, 10),
  );
  const [isMarked, setMarked] = useState(false);
  const count = typedSeats(limit, 1);
  // Until the end of that day.
  const ends = lastDay === "" ? Number.NaN : Date.parse(`${lastDay}T23:59:59`);
  const isEndValid = ends > Date.now() && ends < Date.now() + 364 * DAY_MS;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMarked(true);
    if (count !== null && isEndValid) onCreate({ limit: count, endsAt: new Date(ends).toISOString() });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5">
      <p>
        Anyone with the link can take a place, until its limit or its end. You see who has joined, and can
        take a place back.
      </p>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="How many can join"
          error={isMarked && count === null && "Enter a whole number from 1 to 500"}
        >
          {(control) => (
            <TextInput
              {...control}
              inputMode="numeric"
              autoComplete="off"
              value={limit}
              onChange={(event) => setLimit(event.target.value)}
            />
          )}
        </Field>
        <Field label="Last day" error={isMarked && !isEndValid && "Choose a day within a year"}>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              value={lastDay}
              onChange={(event) => setLastDay(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Button type="submit" variant="secondary" busy={isBusy} className="self-start">
        Create a link
      </Button>
    </form>
  );
}
