import { useState } from "react";
import * as z from "zod/mini";
import {
  type IdentityCheck,
  type StaffLearnerRequest,
  staffLearnerReplySchema,
} from "../../../domain/staff/learners.ts";
import { dayIn } from "../../../domain/study/studyDays.ts";
import { presentZone } from "../../../domain/study/timeZones.ts";
import { formatMoment } from "../../../domain/text/dates.ts";
import { unmistakableEmail } from "../../../domain/text/readableEmail.ts";
import { type CallResult, callFunction } from "../../../platform/functions.ts";
import { staffRpc } from "../../../platform/staffRpc.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { CauseField } from "../frame/CauseField.tsx";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { Action } from "../frame/Screen.tsx";
import type { LearnerPage, Removal } from "./learnerSchemas.ts";
import { CHECK_WORDS, endWords, providerWords } from "./words.ts";

type Props = { page: LearnerPage; onDone: () => void };

const REFUSALS = {
  has_role:
    "This account has a role in the console. The role has to be removed on the command line first, so that nobody can take over a colleague's account.",
  no_factor: "This account has no second factor.",
  unconfirmed:
    "Nobody has confirmed the address of this account. Send the email that confirms it: its link gives the account to the owner of the address, without the second factor.",
};

/** What staff can do for a learner, each with what will happen, or with why it is not possible. */
export function LearnerActions(props: Props) {
  return (
    <aside
      aria-label="Actions"
      className="flex min-w-0 flex-col gap-8 lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
      <SignInMailAction {...props} />
      <SecondFactor {...props} />
    </aside>
  );
}

/** Removing a lost second factor, in two steps by two people (docs/decisions/0073). */
function SecondFactor({ page, onDone }: Props) {
  const { removal, sign_in: signIn } = page;
  const ended = removal ? endWords(removal) : "";
  return (
    <Action title="Lost second factor">
      {ended !== "" && <p>{ended}</p>}
      {removal && ended === "" ? (
        <OpenRequest page={page} removal={removal} onDone={onDone} />
      ) : signIn.removal_refusal ? (
        <p className="text-muted">{REFUSALS[signIn.removal_refusal]}</p>
      ) : (
        <NewRequest page={page} onDone={onDone} />
      )}
    </Action>
  );
}

function NewRequest({ page: { id, email }, onDone }: Props) {
  return (
    <>
      <p>
        Two people have to check who is asking: you now, and a colleague after 24 hours at the earliest. A
        learner who still has a recovery code does not need this.
      </p>
      <CheckedAction
        label="Request the removal"
        title="Request the removal of the second factor?"
        sentence={`${unmistakableEmail(email)} is notified by email immediately and can stop the removal by signing in with the second factor. After 24 hours a colleague makes a check of their own and confirms. The request expires after seven days.`}
        run={({ attemptId, ...documented }) =>
          ask({ action: "request_removal", learnerId: id, requestId: attemptId, ...documented })
        }
        done="Requested, and the learner is notified"
        onDone={onDone}
      />
    </>
  );
}

type OpenProps = Props & { removal: Removal };

function OpenRequest({ page, removal, onDone }: OpenProps) {
  const { id, requested_by, requested_at, earliest_at, expires_at } = removal;
  return (
    <>
      <Banner tone="highlight" title="The removal was requested">
        By {requested_by || "a deleted account"}, {formatMoment(requested_at)}. A second person can confirm
        from {formatMoment(earliest_at)} until {formatMoment(expires_at)}.
      </Banner>
      <Confirmation page={page} removal={removal} onDone={onDone} />
      {removal.state !== "confirmed" && (
        <ConfirmAction
          label="Withdraw the request"
          title="Withdraw this request?"
          sentence="The second factor stays. The learner is not notified, so write to them if they are waiting."
          reason={{ isRequired: true, hint: "Only staff read it." }}
          run={({ reason }) =>
            staffRpc("staff_withdraw_factor_removal", { p_id: id, p_reason: reason }, z.null())
          }
          done="The request is withdrawn"
          onDone={onDone}
        />
      )}
    </>
  );
}

function Confirmation({ page, removal, onDone }: OpenProps) {
  if (removal.state === "waiting")
    return (
      <p>Until then the learner can stop it by signing in with the second factor, or by writing to us.</p>
    );
  if (removal.state === "ready" && removal.is_mine)
    return <p>You requested this, so a colleague has to make a check of their own and confirm.</p>;
  const isUnfinished = removal.state === "confirmed";
  return (
    <>
      <p>
        {isUnfinished
          ? "A second person has confirmed, but the removal was interrupted. Confirm once more to complete it."
          : "Before you confirm, make a check of your own. Do not rely on your colleague's."}
      </p>
      <CheckedAction
        label={isUnfinished ? "Complete the removal" : "Confirm the removal"}
        title="Remove the second factor now?"
        sentence={`Every second factor and recovery code of ${unmistakableEmail(page.email)} is removed, all devices are signed out, and the learner is notified by email. This cannot be undone.`}
        run={({ attemptId: _, ...documented }) =>
          ask({ action: "confirm_removal", requestId: removal.id, ...documented })
        }
        done="The second factor is removed"
        onDone={onDone}
      />
    </>
  );
}

/** A check of identity as it is recorded. `attemptId` as in ConfirmAction. */
type Documented = { check: IdentityCheck; checkedOn: string; reason: string; attemptId: string };

type CheckedProps = {
  label: string;
  title: string;
  sentence: string;
  done: string;
  run: (documented: Documented) => Promise<CallResult<unknown>>;
  onDone: () => void;
};

/** An action that needs a documented check of identity: how, on which day, and why it is convincing. */
function CheckedAction({ run, ...action }: CheckedProps) {
  const [check, setCheck] = useState<IdentityCheck | "">("");
  const [day, setDay] = useState(today);
  return (
    <>
      <CauseField
        label="How you checked who is asking"
        hint={null}
        labels={CHECK_WORDS}
        cause={check}
        onChoose={setCheck}
      />
      <Field label="Day of the check" className="w-full">
        {(control) => (
          <TextInput
            {...control}
            type="date"
            max={today()}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        )}
      </Field>
      <ConfirmAction
        {...action}
        variant="danger"
        disabled={check === "" || day === "" || day > today()}
        reason={{
          isRequired: true,
          hint: "Why you are sure, without names or document numbers. Only staff read it.",
        }}
        run={async ({ reason, attemptId }) => {
          if (check === "") throw new Error("the button is disabled until a check is chosen");
          return run({ check, checkedOn: day, reason, attemptId });
        }}
      />
    </>
  );
}

/** The day on this device, as a date field has it: "2026-11-25". */
const today = (): string => dayIn(presentZone(), Date.now());

/** The email that helps this learner to sign in, or what fits instead. */
function SignInMailAction({ page, onDone }: Props) {
  const { id, email, sign_in: signIn } = page;
  switch (signIn.mail) {
    case "reset":
      return (
        <Action title="Cannot sign in">
          <p>
            For a learner who has forgotten the password. This sends the same email as “Forgotten password?”
            on the sign-in page.
          </p>
          <ConfirmAction
            label="Send a password reset email"
            title="Send a password reset email?"
            sentence={`${unmistakableEmail(email)} receives a link for choosing a new password. The current password works until a new one is chosen. A learner can be sent at most three of these emails an hour.`}
            run={() => ask({ action: "send_mail", learnerId: id, mail: "reset" })}
            done="The email is on its way"
            onDone={onDone}
          />
        </Action>
      );
    case "confirm":
      return (
        <Action title="Cannot sign in">
          <p>
            Nobody has confirmed this address, so someone else may have created the account. The email
            contains a link with which the owner of the address takes over the account and chooses a password.
          </p>
          <ConfirmAction
            label="Send a confirmation email"
            title="Send the email that confirms the address?"
            sentence={`${unmistakableEmail(email)} receives a link. The person who opens it takes over this account, and everyone else is signed out of it.`}
            run={() => ask({ action: "send_mail", learnerId: id, mail: "confirm" })}
            done="The email is on its way"
            onDone={onDone}
          />
        </Action>
      );
    case "provider":
      return (
        <Action title="Cannot sign in">
          <p className="text-muted">
            This account has no password, so there is none to reset. Ask the learner to choose{" "}
            {providerWords(signIn.providers)} on the sign-in page.
          </p>
        </Action>
      );
    case "none":
      return (
        <Action title="Cannot sign in">
          <p className="text-muted">This account has no email address, so no email can be sent.</p>
        </Action>
      );
  }
}

const ask = (request: StaffLearnerRequest) => callFunction("staff-learner", request, staffLearnerReplySchema);
