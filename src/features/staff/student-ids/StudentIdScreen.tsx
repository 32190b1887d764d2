import type { ReactNode } from "react";
import * as z from "zod/mini";
import { unmistakableEmail } from "../../../domain/readableEmail.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { REFUSAL_REASONS, refusalReasonSchema } from "../../../domain/sales/studentIdDecision.ts";
import { staffPaths } from "../../../domain/staffPaths.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import { formatDay, formatMoment } from "../frame/dates.ts";
import { Loaded } from "../frame/Loaded.tsx";
import { Screen } from "../frame/Screen.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";
import { Decide } from "./Decide.tsx";
import { StudentIdFile } from "./StudentIdFile.tsx";
import { CHOICES } from "./words.ts";

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
