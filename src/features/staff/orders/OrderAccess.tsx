import { useState } from "react";
import * as z from "zod/mini";
import { ACCESS_END_CAUSES, type AccessEndCause } from "../../../domain/staff/causes.ts";
import { type StaffOrderRequest, staffOrderReplySchema } from "../../../domain/staff/requests.ts";
import { formatDay } from "../../../domain/text/dates.ts";
import { callFunction } from "../../../platform/functions.ts";
import { staffRpc } from "../../../platform/staffRpc.ts";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { CauseField } from "../frame/CauseField.tsx";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { Action } from "../frame/Screen.tsx";
import {
  CAUSE_LABELS,
  END_REFUSALS,
  EXTENSION_REFUSALS,
  endWords,
  extendWords,
  restoreWords,
} from "./accessWords.ts";
import type { OrderPage } from "./orderSchemas.ts";

export type ActionProps = { page: OrderPage; onDone: () => void };

export const ask = (request: StaffOrderRequest) =>
  callFunction("staff-order", request, staffOrderReplySchema);

export const REASON = { isRequired: true, hint: "Kept with this order, and read only by staff" };

/** The most that `staff_extend_access` and `staff_extend_team` accept. */
const MAX_DAYS = 90;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Extend access that pauses, end it, or restore it. */
export function OrderAccess(props: ActionProps) {
  return props.page.order.status === "ended" ? (
    <Restore {...props} />
  ) : (
    <>
      <Extend {...props} />
      <End {...props} />
    </>
  );
}

function Extend({ page, onDone }: ActionProps) {
  const { order, refusals, access_pauses_at: pausesAt } = page;
  const [day, setDay] = useState("");
  if (refusals.extension) {
    // An order that has ended, or was never paid, says so in its summary. One for a team gives no access.
    if (refusals.extension !== "not_pausing" || page.team) return null;
    return (
      <Action title="Extend access">
        <p className="text-muted">{EXTENSION_REFUSALS.not_pausing}</p>
      </Action>
    );
  }
  return (
    <Action title="Extend access">
      <p>
        {pausesAt ? `Access pauses after ${formatDay(pausesAt)}.` : "Access is paused."} You can extend it
        although{" "}
        {page.plan_ended_early
          ? "the plan is over."
          : "the payment is missing or no student ID was accepted."}
      </p>
      <LastDayField day={day} onChoose={setDay} />
      <ConfirmAction
        label="Extend access"
        disabled={day === ""}
        title="Extend this access?"
        sentence={extendWords(page, day && formatDay(`${day}T12:00:00Z`))}
        reason={REASON}
        run={({ reason }) =>
          staffRpc(
            "staff_extend_access",
            { p_order: order.id, p_until: day, p_seen_until: order.extended_until, p_reason: reason },
            z.boolean(),
          )
        }
        done="Access extended"
        onDone={() => {
          setDay("");
          onDone();
        }}
      />
    </Action>
  );
}

type LastDayProps = { day: string; onChoose: (day: string) => void };

/** The last day of an extension, as "2026-12-31". Empty until one is chosen. */
export function LastDayField({ day, onChoose }: LastDayProps) {
  return (
    <Field label="Until the end of" hint={`At most ${MAX_DAYS} days from today`} className="w-full">
      {(control) => (
        <TextInput
          {...control}
          type="date"
          min={dayIn(0)}
          max={dayIn(MAX_DAYS)}
          value={day}
          onChange={(event) => onChoose(event.target.value)}
        />
      )}
    </Field>
  );
}

function dayIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

function End({ page, onDone }: ActionProps) {
  const { order, refusals } = page;
  const [cause, setCause] = useState<AccessEndCause | "">("");
  if (refusals.end) {
    const why = END_REFUSALS[refusals.end];
    if (!why) return null;
    return (
      <Action title="End access">
        <p className="text-muted">{why}</p>
      </Action>
    );
  }
  return (
    <Action title="End access">
      <p>Without a refund. To give the money back, refund the order instead.</p>
      <CauseField labels={CAUSE_LABELS} cause={cause} onChoose={setCause} />
      <ConfirmAction
        label="End access"
        variant="danger"
        disabled={cause === ""}
        title="End this access without a refund?"
        sentence={`${endWords(page)} The email says: “${cause && ACCESS_END_CAUSES[cause]}”`}
        reason={REASON}
        run={async ({ attemptId, reason }) =>
          cause === ""
            ? { ok: false, kind: "refused", message: "Choose a cause first." }
            : ask({ action: "end_access", orderId: order.id, attemptId, cause, note: reason })
        }
        done="Access ended"
        onDone={onDone}
      />
    </Action>
  );
}

function Restore({ page, onDone }: ActionProps) {
  // The summary says that the account was deleted.
  if (page.refusals.restore) return null;
  return (
    <Action title="Access">
      <p>Staff ended the access of this order.</p>
      <ConfirmAction
        label="Restore access"
        title="Restore access?"
        sentence={restoreWords(page)}
        reason={REASON}
        run={({ attemptId, reason }) =>
          ask({ action: "restore_access", orderId: page.order.id, attemptId, reason })
        }
        done="The learner has access again"
        onDone={onDone}
      />
    </Action>
  );
}
