import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import * as z from "zod/mini";
import { COURSE, TOTAL_LESSONS } from "../../domain/course/course.ts";
import { paths } from "../../domain/paths.ts";
import { OWNER_NEVER_SEES, OWNER_SEES } from "../../domain/sales/ownerSees.ts";
import { TIER_PLANS, type Tier } from "../../domain/sales/plans.ts";
import { personName } from "../../domain/signUp.ts";
import { readableEmail } from "../../domain/text/readableEmail.ts";
import { loadProfile, updateProfile } from "../../platform/account/profile.ts";
import type { ClaimOutcome } from "../../platform/account/teams.ts";
import { useAccountData } from "../../platform/account/useAccountData.ts";
import type { Identity } from "../../platform/session/auth.tsx";
import type { Loaded } from "../../platform/session/authTypes.ts";
import { syncNow } from "../../sync/syncOnDemand.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { focusMain } from "../../ui/page/focusMain.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { ProveAddress } from "./ProveAddress.tsx";
import { CLAIM_WORDS } from "./words.ts";

type Props = {
  team: { team: string; tier: Tier };
  identity: Identity;
  take: () => Promise<Loaded<ClaimOutcome>>;
  /** Declines. Without it, leaving the page is enough. */
  decline?: () => Promise<Loaded<unknown>>;
  /** Shown below the offer. */
  children?: ReactNode;
};

const nameSchema = z.object({ first_name: personName("First name"), last_name: personName("Last name") });
type Name = z.infer<typeof nameSchema>;
const NAMES = [
  { field: "first_name", label: "First name", autoComplete: "given-name" },
  { field: "last_name", label: "Last name", autoComplete: "family-name" },
] as const;

/** Says what the owner of the team sees before a place is taken, and afterwards what happened. */
export function TakePlace({ team, identity: { userId, email }, take, decline, children }: Props) {
  const { known } = useAccountData(useCallback(() => loadProfile(userId), [userId]));
  // An invitation makes an account without a name, which the owner's list and the certificate need.
  const isNameless = known?.ok === true && !known.data.first_name && !known.data.last_name;
  const [typed, setTyped] = useState({ first_name: "", last_name: "" });
  const [isMarked, setMarked] = useState(false);
  const name = nameSchema.safeParse(typed);
  const form = useRef<HTMLFormElement>(null);
  const [outcome, setOutcome] = useState<ClaimOutcome | "declined" | null>(null);
  const [busy, setBusy] = useState<"take" | "decline" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    if (outcome) focusMain();
  }, [outcome]);
  const run = async (what: "take" | "decline", name?: Name) => {
    setBusy(what);
    setFailure(null);
    const named = name ? await updateProfile(userId, name) : null;
    const reply = named?.ok === false ? named : await (what === "take" || !decline ? take() : decline());
    if (reply.ok && reply.data === "claimed") await fetchCourse();
    setBusy(null);
    if (!reply.ok) setFailure(reply.message);
    else setOutcome(what === "take" ? (reply.data as ClaimOutcome) : "declined");
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isNameless) return void run("take");
    setMarked(true);
    if (name.success) void run("take", name.data);
    else {
      const wrong = form.current?.elements.namedItem(String(name.error.issues[0]?.path[0]));
      if (wrong instanceof HTMLElement) wrong.focus();
    }
  };
  if (outcome === "not_proven") return <ProveAddress email={email} onProven={() => setOutcome(null)} />;
  if (outcome) return <Outcome outcome={outcome} />;
  if (!known) return <Spinner label="One moment…" />;
  return (
    <Card as="article" className="flex max-w-2xl flex-col gap-5">
      <TeamOffered team={team} />
      {children}
      <WhatOwnerSees />
      <p>
        <span>You are signed in as </span>
        <strong translate="no" className="wrap-anywhere">
          {readableEmail(email)}
        </strong>
        <span>. The place will belong to this account.</span>
      </p>
      <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-5">
        {isNameless && (
          <NameFields
            typed={typed}
            issues={isMarked ? name.error?.issues : undefined}
            isBusy={busy !== null}
            onType={setTyped}
          />
        )}
        <div role="alert" className="empty:hidden">
          {failure && <Banner tone="danger" title={failure} />}
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy === "take"} disabled={busy !== null}>
            {busy === "take" ? "One moment…" : "Take the place"}
          </Button>
          {decline ? (
            <Button
              variant="secondary"
              busy={busy === "decline"}
              disabled={busy !== null}
              onClick={() => void run("decline")}
            >
              No, thank you
            </Button>
          ) : (
            <LinkButton variant="secondary" to={paths.academy()}>
              No, thank you
            </LinkButton>
          )}
        </div>
      </form>
    </Card>
  );
}

type NameProps = {
  typed: Name;
  issues: readonly { path: PropertyKey[]; message: string }[] | undefined;
  isBusy: boolean;
  onType: (typed: Name) => void;
};

function NameFields({ typed, issues, isBusy, onType }: NameProps) {
  return (
    <fieldset className="flex flex-col gap-4">
      <legend className="mb-2">
        Your account has no name yet. The owner's list, the training record and your certificate show it.
      </legend>
      {NAMES.map(({ field, label, autoComplete }) => (
        <Field key={field} label={label} error={issues?.find(({ path }) => path[0] === field)?.message}>
          {(control) => (
            <TextInput
              {...control}
              name={field}
              autoComplete={autoComplete}
              readOnly={isBusy}
              value={typed[field]}
              onChange={(event) => onType({ ...typed, [field]: event.target.value })}
            />
          )}
        </Field>
      ))}
    </fieldset>
  );
}

export function TeamOffered({ team: { team, tier } }: { team: Props["team"] }) {
  return (
    <>
      <h2 translate="no" className="wrap-anywhere">
        {team}
      </h2>
      <p>
        You are offered a place in this team, at no cost to you: <strong>{COURSE.title}</strong>, with{" "}
        {TOTAL_LESSONS} lessons and everything for {TIER_PLANS[tier].label}.
      </p>
    </>
  );
}

export function WhatOwnerSees() {
  return (
    <div className="flex flex-col gap-2">
      <h3>What the owner of the team sees</h3>
      <ul className="list-disc pl-5">
        {OWNER_SEES.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <p className="font-semibold">{OWNER_NEVER_SEES}</p>
      <p className="text-muted">
        You can leave the team at any time on your account page. Then the lessons close, and your certificate
        and everything you wrote stay yours.
      </p>
    </div>
  );
}

/** Pulls the enrolment, so that the course is open on the next page. */
async function fetchCourse(): Promise<void> {
  try {
    await syncNow();
  } catch (error) {
    console.warn("The course could not be fetched yet; the next sync tries again", error);
  }
}

function Outcome({ outcome }: { outcome: Exclude<ClaimOutcome, "not_proven"> | "declined" }) {
  if (outcome === "claimed")
    return (
      <Result title="The place is yours" text="Your course is open, on this device and wherever you sign in.">
        <LinkButton to={paths.dashboard()}>Go to My Learning</LinkButton>
      </Result>
    );
  if (outcome === "declined")
    return (
      <Result
        title="You have not taken the place"
        text="The owner of the team sees that the invitation has ended, and can give the place to someone else."
      >
        <LinkButton to={paths.academy()}>Home</LinkButton>
      </Result>
    );
  return (
    <Result {...CLAIM_WORDS[outcome]}>
      <LinkButton to={paths.dashboard()}>Go to My Learning</LinkButton>
    </Result>
  );
}

type ResultProps = { title: string; text: string; children: ReactNode };

export function Result({ title, text, children }: ResultProps) {
  return (
    <Card className="flex max-w-2xl flex-col items-start gap-4">
      <div role="status" className="flex flex-col gap-2">
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      {children}
    </Card>
  );
}
