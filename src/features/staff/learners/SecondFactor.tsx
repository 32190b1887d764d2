import * as z from "zod/mini";
import { unmistakableEmail } from "../../../domain/readableEmail.ts";
import { staffRpc } from "../../../platform/staffRpc.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Action } from "../frame/Action.tsx";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { formatMoment } from "../frame/dates.ts";
import { ask } from "./ask.ts";
import { CheckedAction } from "./CheckedAction.tsx";
import type { LearnerPage, Removal } from "./learnerSchemas.ts";
import { endWords } from "./words.ts";

type Props = { page: LearnerPage; onDone: () => void };

const REFUSALS = {
  has_role:
    "This account has a role in the console. The role has to be removed on the command line first, so that nobody can take over a colleague's account.",
  no_factor: "This account has no second factor.",
  unconfirmed:
    "Nobody has confirmed the address of this account. Send the email that confirms it: its link gives the account to the owner of the address, without the second factor.",
};

/** Removing a lost second factor, in two steps by two people (docs/decisions/0073). */
export function SecondFactor({ page, onDone }: Props) {
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
