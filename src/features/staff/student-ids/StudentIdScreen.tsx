import { type ReactNode, useState } from "react";
import * as z from "zod/mini";
import { staffPaths } from "../../../domain/paths.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import {
  REFUSAL_REASONS,
  type RefusalChoice,
  type RefusalReason,
  refusalReasonSchema,
} from "../../../domain/sales/studentIdDecision.ts";
import { staffStudentIdReplySchema } from "../../../domain/staff/requests.ts";
import { formatDay, formatMoment } from "../../../domain/text/dates.ts";
import { unmistakableEmail } from "../../../domain/text/readableEmail.ts";
import { type CallResult, callFunction } from "../../../platform/functions.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { TextLink } from "../../../ui/TextLink.tsx";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { Loaded } from "../frame/Loaded.tsx";
import { Screen } from "../frame/Screen.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";
import { StudentIdFile } from "./StudentIdFile.tsx";

const studentIdSchema = z.nullable(
  z.object({
    id: z.uuid(),
    uploaded_at: z.string(),
    /** Null once someone has decided: the file is then gone. */
    content_type: z.nullable(z.string()),
    decision: z.nullable(z.enum(["approved", "refused"])),
    reason: z.union([refusalReasonSchema, z.literal("")]),
    decided_at: z.nullable(z.string()),
    decided_by: z.string(),
    choose_until: z.nullable(z.string()),
    choice: z.nullable(z.enum(["another", "difference", "refund"])),
    refused_before: z.int(),
    order: z.object({
      id: z.uuid(),
      status: z.string(),
      name: z.string(),
      email: z.string(),
      university: z.string(),
      country: z.string(),
      paid_at: z.string(),
      total_pence: z.int(),
    }),
  }),
);
type StudentId = NonNullable<z.infer<typeof studentIdSchema>>;

const LIST = { to: staffPaths.area("student-ids"), label: "Student IDs" };

/** One student ID beside the facts that it has to agree with, and the decision. */
export default function StudentIdScreen({ id }: { id: string }) {
  const query = useStaffQuery("staff_student_id", { p_id: id }, studentIdSchema);
  const name = query.status === "ready" ? query.data?.order.name : null;
  return (
    <Screen title={name ? `Student ID of ${name}` : "Student ID"} back={LIST}>
      <Loaded query={query} what="the student ID">
        {(data) =>
          data ? (
            <Details data={data} onDecided={query.reload} />
          ) : (
            <EmptyState title="There is no such student ID">
              Nobody decided about it for 90 days, or its order was not paid. In both cases the file has been
              deleted.
            </EmptyState>
          )
        }
      </Loaded>
    </Screen>
  );
}

function Details({ data, onDecided }: { data: StudentId; onDecided: () => void }) {
  const { order, content_type: contentType } = data;
  return (
    <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,3fr)_minmax(18rem,2fr)]">
      <section aria-label="The file" className="flex min-w-0 flex-col gap-3">
        {contentType && data.decision === null ? (
          <>
            <StudentIdFile id={data.id} contentType={contentType} />
            <p className="text-muted">
              Opening the file is recorded. Camera data such as the place and time of the photo was removed
              when it was uploaded.
            </p>
          </>
        ) : (
          <Outcome data={data} />
        )}
      </section>
      <div className="flex min-w-0 flex-col gap-6">
        <section aria-labelledby="facts" className="flex flex-col gap-3">
          <h2 id="facts" className="text-xl">
            Compare with the order
          </h2>
          <dl className="flex flex-col gap-3">
            <Fact name="Name">{order.name}</Fact>
            <Fact name="Institution">{order.university}</Fact>
            <Fact name="Email">{unmistakableEmail(order.email)}</Fact>
            {order.country && <Fact name="Country">{order.country}</Fact>}
            <Fact name="Paid">
              {formatPence(order.total_pence)} on {formatMoment(order.paid_at)}
            </Fact>
            <Fact name="Uploaded">{formatMoment(data.uploaded_at)}</Fact>
            <Fact name="Order">
              <TextLink to={staffPaths.one("orders", order.id)}>{order.id}</TextLink>
            </Fact>
          </dl>
          {data.refused_before > 0 && (
            <Banner tone="highlight">
              {data.refused_before === 1
                ? "An earlier ID for this order was refused."
                : `${data.refused_before} earlier IDs for this order were refused.`}
            </Banner>
          )}
        </section>
        {data.decision === null && contentType && (
          <Decide id={data.id} isPaused={order.status === "id_refused"} onDecided={onDecided} />
        )}
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere font-semibold">{children}</dd>
    </div>
  );
}

/** What was decided, and what has followed from it. */
function Outcome({ data }: { data: StudentId }) {
  const by = data.decided_by || "a former member of staff";
  const when = data.decided_at ? formatMoment(data.decided_at) : "";
  if (data.decision !== "refused" || data.reason === "")
    return (
      <Banner tone="done" title={`Approved by ${by} on ${when}`}>
        The learner keeps the student price. The file has been deleted.
      </Banner>
    );
  return (
    <Banner tone="danger" title={`Refused by ${by} on ${when}`}>
      <p>The email said: “{REFUSAL_REASONS[data.reason]}” The file has been deleted.</p>
      <p>{whatFollowed(data)}</p>
    </Banner>
  );
}

function whatFollowed({ choice, choose_until: until, order }: StudentId): string {
  if (order.status === "refunded") return "The order has been refunded, and its access has ended.";
  const access =
    order.status === "id_refused"
      ? "Access is paused."
      : `Access continues until ${until ? formatDay(until) : "the learner has chosen"}.`;
  if (choice === "another") return `The learner ${CHOICES.another}.`;
  return choice ? `The learner ${CHOICES[choice]}. ${access}` : `The learner has not chosen yet. ${access}`;
}

const NOTE_HINT = "For colleagues, kept in the record of actions. The learner never sees it.";

const REASONS = ["unreadable", "expired", "other_name", "other_institution", "no_student_id"] as const;

type DecideProps = { id: string; isPaused: boolean; onDecided: () => void };

/** Approve, or refuse with a reason that the email gives. */
function Decide({ id, isPaused, onDecided }: DecideProps) {
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

/** Each reason for a refusal in the words of the console. The email says REFUSAL_REASONS. */
const REASON_LABELS: Record<RefusalReason, string> = {
  unreadable: "Cannot be read",
  expired: "Has expired",
  other_name: "Another name than on the order",
  other_institution: "Another institution than on the order",
  no_student_id: "Does not show current studies",
};

/** What the learner chose after a refusal. */
const CHOICES: Record<RefusalChoice, string> = {
  another: "sent another student ID",
  difference: "pays the difference by enrolling at another price",
  refund: "chose a refund",
};
