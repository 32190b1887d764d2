import { useState } from "react";
import { REFUSAL_REASONS, type RefusalReason } from "../../../domain/sales/studentIdDecision.ts";
import { staffStudentIdReplySchema } from "../../../domain/staff/studentIds.ts";
import { type CallResult, callFunction } from "../../../platform/functions.ts";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { REASON_LABELS } from "./words.ts";

const NOTE_HINT = "For colleagues, kept in the record of actions. The learner never sees it.";

const REASONS = ["unreadable", "expired", "other_name", "other_institution", "no_student_id"] as const;

type Props = { id: string; isPaused: boolean; onDecided: () => void };

/** Approve, or refuse with a reason that the email gives. */
export function Decide({ id, isPaused, onDecided }: Props) {
  const [reason, setReason] = useState<RefusalReason | null>(null);
  const decide = async (
    action: "approve" | "refuse",
    note: string,
    more: { reason?: RefusalReason | undefined },
  ): Promise<CallResult<unknown>> => {
    const reply = await callFunction(
      "staff-student-id",
      { id, action, note, ...more },
      staffStudentIdReplySchema,
    );
    if (!reply.ok || reply.data.outcome !== "decided_before") return reply;
    const { decision, decidedBy } = reply.data;
    const message = `${decidedBy || "Someone else"} has already ${decision} this student ID. Nothing was changed.`;
    // As a toast, because the reloaded screen shows the other decision instead of this dialog.
    toast({ title: message, variant: "destructive" });
    onDecided();
    return { ok: false, kind: "refused", message };
  };
  return (
    <section aria-labelledby="decide" className="flex flex-col gap-5 border-t border-line pt-5">
      <h2 id="decide" className="text-xl">
        Decide
      </h2>
      <ConfirmAction
        label="Approve"
        variant="primary"
        title="Approve this student ID?"
        sentence={
          isPaused
            ? "Access to the lessons returns immediately, the learner gets an email, and the file is deleted. This cannot be undone."
            : "The learner keeps the student price, and the file is deleted. This cannot be undone."
        }
        run={({ reason: note }) => decide("approve", note, {})}
        done="The student ID was approved"
        onDone={onDecided}
      />
      <RadioGroup
        legend="Reason for a refusal"
        value={reason}
        onChange={setReason}
        options={REASONS.map((value) => ({ value, label: REASON_LABELS[value] }))}
      />
      <ConfirmAction
        label="Refuse"
        variant="danger"
        disabled={reason === null}
        title="Refuse this student ID?"
        sentence={
          <>
            The learner gets an email that says “{reason && REFUSAL_REASONS[reason]}” and offers to send
            another ID, pay the difference or be refunded.{" "}
            {isPaused ? "Access stays paused" : "Access continues for 14 days and is then paused"} until they
            have chosen. The file is deleted. This cannot be undone.
          </>
        }
        reason={{ isRequired: false, hint: NOTE_HINT }}
        run={({ reason: note }) => decide("refuse", note, { reason: reason ?? undefined })}
        done="The student ID was refused"
        onDone={onDecided}
      />
    </section>
  );
}
