import { useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useEnrollment } from "../../../db/study/enrollment.ts";
import { paths } from "../../../domain/paths.ts";
import type { PlannedPayment } from "../../../domain/sales/instalments.ts";
import { formatPence } from "../../../domain/sales/pricing.ts";
import { formatLongDay } from "../../../domain/text/dates.ts";
import { readableEmail } from "../../../domain/text/readableEmail.ts";
import { syncNow } from "../../../sync/syncOnDemand.ts";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { PaymentTable } from "../../../ui/PaymentTable.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { orderEmailOf, rememberOrderEmail } from "../order/claim.ts";
import { useBuyer } from "../useBuyer.ts";
import { GuestHelp } from "./GuestHelp.tsx";
import { PaymentDone, PaymentFault, PaymentPending, PaymentProcessing } from "./PaymentFrame.tsx";
import { useVerification } from "./useVerification.ts";
import type { Bought, Grant, Verification } from "./verifyPayment.ts";

/**
 * The page `/payment-success`. Without a session id it shows success. With one, a signed-in buyer sees success while
 * the server checks the payment, and a guest sees it afterwards (spec §4).
 */
export function Component() {
  const [query] = useSearchParams();
  const { isKnown, identity } = useBuyer();
  const sessionId = query.get("session_id");
  const bought = query.get("for") === "team" ? "team" : "course";
  if (!isKnown) return <PaymentProcessing />;
  if (identity) return <MemberSuccess sessionId={sessionId} bought={bought} />;
  return sessionId ? <GuestPayment sessionId={sessionId} bought={bought} /> : <UncheckedSuccess />;
}

function GuestPayment({ sessionId, bought }: { sessionId: string; bought: Bought }) {
  const { verification, retry } = useVerification(sessionId);
  if (!verification) return <PaymentProcessing />;
  switch (verification.status) {
    case "granted":
      return <GuestSuccess sessionId={sessionId} grant={verification} bought={bought} />;
    case "pending":
      return <PaymentPending message={verification.message} />;
    case "failed":
    case "unknown":
      return <PaymentFault fault={verification} isMember={false} onRetry={retry} />;
  }
}

/** The address is handed over in the history's state, because an address in a URL ends up in logs. */
function SignInNow({ email }: { email: string | null }) {
  return (
    <LinkButton to={paths.auth()} state={{ email }} size="large" className="self-start">
      Sign In Now
    </LinkButton>
  );
}

/** For a guest whose payment the server has confirmed. */
type GuestSuccessProps = { sessionId: string; grant: Grant; bought: Bought };

function GuestSuccess({ sessionId, grant, bought }: GuestSuccessProps) {
  const [email, setEmail] = useState(() => orderEmailOf(sessionId));
  const correct = (corrected: string) => {
    rememberOrderEmail(sessionId, corrected);
    setEmail(corrected);
  };
  return (
    <PaymentDone title="Welcome to the academy">
      <p className="text-lg">
        {arrivalOf(grant)} and {CONFIRMED[bought]}. What happens next:
      </p>
      <GuestSteps email={email === null ? grant.maskedEmail : readableEmail(email)} bought={bought} />
      <SignInNow email={email} />
      <GuestHelp sessionId={sessionId} bought={bought} onCorrected={correct} />
      <PaymentPlan payments={grant.payments} />
    </PaymentDone>
  );
}

/** Shown for a visit without a session id: the spec requires a success message, although no payment is confirmed. */
function UncheckedSuccess() {
  return (
    <PaymentDone title="Payment Successful!">
      <h2>Welcome to the academy</h2>
      <p className="text-lg">
        If you have just paid, your receipt is on its way by email. What happens next:
      </p>
      <GuestSteps email={null} bought="course" />
      <SignInNow email={null} />
    </PaymentDone>
  );
}

const CONFIRMED: Record<Bought, string> = {
  course: "your place on the course is confirmed",
  team: "the places for your team are ready",
};
type Step = [title: string, text: string];
const SIGN_IN_STEPS: Step[] = [
  ["Sign in with the temporary password", "It is in the email and works for 14 days."],
  ["Change the password", "You choose your own the first time you sign in."],
];
const LAST_STEP: Record<Bought, Step> = {
  course: ["Start learning", "Open lesson 1. Once loaded, lessons work without a connection."],
  team: ["Invite people", "On the page of your team, by email or with one link."],
};

/** The steps from the email to the first lesson. `email` is the address of the order, as far as it may be shown. */
function GuestSteps({ email, bought }: { email: string | null; bought: Bought }) {
  return (
    <ol className="flex list-decimal flex-col gap-4 pl-6 marker:font-semibold">
      <li>
        <p className="font-semibold">Check your email</p>
        <p className="text-muted">
          We have sent an email to{" "}
          {email === null ? (
            "the address you gave"
          ) : (
            <strong translate="no" className="text-ink [overflow-wrap:anywhere]">
              {email}
            </strong>
          )}
          . Check your junk folder too.
        </p>
      </li>
      {[...SIGN_IN_STEPS, LAST_STEP[bought]].map(([title, text]) => (
        <li key={title}>
          <p className="font-semibold">{title}</p>
          <p className="text-muted">{text}</p>
        </li>
      ))}
    </ol>
  );
}

/**
 * Shows success without waiting for the server (spec §4). Only an answer that the payment was not made, or not yet,
 * replaces it.
 */
function MemberSuccess({ sessionId, bought }: { sessionId: string | null; bought: Bought }) {
  const { verification, retry } = useVerification(sessionId);
  if (verification?.status === "failed")
    return <PaymentFault fault={verification} isMember onRetry={retry} />;
  if (verification?.status === "pending") return <PaymentPending message={verification.message} />;
  const grant = verification?.status === "granted" ? verification : null;
  return (
    <PaymentDone title="Payment Successful!">
      <p className="text-lg">
        Thank you. {grant && `${arrivalOf(grant)}. `}Your receipt is on its way by email.
      </p>
      {sessionId && <AccessState payment={verification} bought={bought} />}
      {bought === "team" ? (
        <LinkButton to={paths.team()} size="large" className="self-start">
          Invite people
        </LinkButton>
      ) : (
        <LinkButton to={paths.dashboard()} size="large" className="self-start">
          Go to My Learning
        </LinkButton>
      )}
      {grant && <PaymentPlan payments={grant.payments} />}
    </PaymentDone>
  );
}

const STATES = {
  course: {
    open: "Your course is open.",
    opening: "Opening your course…",
    where: "your course opens under My Learning",
  },
  team: {
    open: "Your team is ready: invite people.",
    opening: "Opening your team…",
    where: "your team is ready",
  },
} satisfies Record<Bought, unknown>;

/** Whether the payment is granted and, for the course, this device has received the enrolment. */
function AccessState({ payment, bought }: { payment: Verification | null; bought: Bought }) {
  const words = STATES[bought];
  const enrollment = useEnrollment();
  const isGranted = payment?.status === "granted";
  // Pull the enrolment that has just been granted.
  useEffect(() => {
    // Pulls what the payment has just granted.
    if (isGranted && bought === "course") void syncNow();
  }, [isGranted, bought]);

  if (isGranted && (bought === "team" || enrollment.status === "enrolled")) {
    return (
      <p role="status" className="font-semibold text-done">
        {words.open}
      </p>
    );
  }
  if (payment?.status === "unknown") {
    return (
      <p role="status" className="text-muted">
        {payment.isOffline && "There is no connection. "}We are still confirming your payment. You do not need
        to wait here: {words.where} once it is confirmed.
      </p>
    );
  }
  return (
    <p role="status" className="flex items-center gap-3 text-muted">
      <Spinner className="size-5" />
      {words.opening}
    </p>
  );
}

/** Says what the buyer paid. A discount code can make an order free. */
function arrivalOf({ paidPence }: Pick<Grant, "paidPence">): string {
  if (paidPence === null) return "We have received your payment";
  return paidPence === 0
    ? "Your order is complete"
    : `We have received your payment of ${formatPence(paidPence)}`;
}

/** The dates of the instalments. Renders nothing for a single payment. */
function PaymentPlan({ payments }: { payments: readonly PlannedPayment[] }) {
  if (payments.length < 2) return null;
  return (
    <div className="flex flex-col gap-3">
      <PaymentTable
        caption="Your payments"
        total={payments.length}
        payments={payments.map(({ number, dueAt, amountPence, status }) => ({
          number,
          date: formatLongDay(dueAt),
          amount: formatPence(amountPence),
          status,
        }))}
      />
      <p className="text-base text-muted">
        They are taken from the same card. After payment {payments.length} the plan ends automatically. Your
        certificate comes with your last payment, on {formatLongDay(payments.at(-1)?.dueAt ?? "")}.
      </p>
    </div>
  );
}
