import { CircleCheck, CircleHelp } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../domain/paths.ts";
import { SITE } from "../../domain/site.ts";
import { Button } from "../../ui/Button.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { ThreadPattern } from "../../ui/ThreadPattern.tsx";

export function Processing() {
  return (
    <Frame icon={<Spinner className="size-12 text-accent" />} title="Processing Your Payment">
      <p role="status" className="text-lg">
        We are confirming your payment. This usually takes a few seconds; please keep this page open.
      </p>
    </Frame>
  );
}

export function MemberSuccess({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <Frame icon={<Done />} title="Payment Successful!">
      <p className="text-lg">Thank you. Your course is ready, and your receipt is on its way by mail.</p>
      <div>
        {isSignedIn ? (
          <LinkButton to={paths.dashboard()} size="large">
            Go to My Learning
          </LinkButton>
        ) : (
          <LinkButton to={paths.auth()} size="large">
            Sign In Now
          </LinkButton>
        )}
      </div>
      <Help />
    </Frame>
  );
}

const STEPS: [title: string, text: string][] = [
  [
    "Check your e-mail",
    "Your sign-in details are on their way to the address you gave. Look in the junk folder too.",
  ],
  [
    "Sign in",
    "Use your e-mail address and the temporary password from the mail. If you already had an account with this address, the mail says so: sign in with the password you know.",
  ],
  ["Change the password", "You choose one of your own the first time you sign in."],
  ["Start learning", "Open lesson 1. Once loaded, lessons work without a connection."],
];

export function GuestSuccess() {
  return (
    <Frame icon={<Done />} title="Welcome to the academy">
      <p className="text-lg">
        Your payment has arrived and your place on the course is yours. What happens next:
      </p>
      <ol className="flex flex-col gap-4 border-l-2 border-done pl-5">
        {STEPS.map(([title, text]) => (
          <li key={title}>
            <p className="font-semibold">{title}</p>
            <p className="text-muted">{text}</p>
          </li>
        ))}
      </ol>
      <div>
        <LinkButton to={paths.auth()} size="large">
          Sign In Now
        </LinkButton>
      </div>
      <Help />
    </Frame>
  );
}

export function PaymentFault({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Frame
      icon={<CircleHelp aria-hidden="true" className="size-12 text-danger" />}
      title="Verification Issue"
    >
      <p role="alert" className="text-lg">
        {message}
      </p>
      <p>
        If your payment was processed, nothing is lost: please contact support and we will open your course
        for you. You will not be charged twice by trying again here.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="large" onClick={onRetry}>
          Try again
        </Button>
      </div>
      <Help />
    </Frame>
  );
}

function Done() {
  return <CircleCheck aria-hidden="true" className="size-12 text-done" />;
}

function Help() {
  return (
    <p className="border-t border-line pt-4 text-base text-muted">
      Questions? Write to{" "}
      <a href={`mailto:${SITE.supportEmail}`} className="text-link">
        {SITE.supportEmail}
      </a>{" "}
      or read how enrolment works in our{" "}
      <a href={paths.terms()} className="text-link">
        terms of service
      </a>
      .
    </p>
  );
}

function Frame({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="page flex flex-1 flex-col items-center py-12 sm:py-16">
      <section className="w-full max-w-2xl overflow-hidden rounded-card border border-line bg-surface">
        <ThreadPattern seed="payment" lanes={4} steps={24} className="h-16 w-full" />
        <div className="flex flex-col gap-5 p-6 sm:p-10">
          {icon}
          <h1 className="!text-4xl">{title}</h1>
          {children}
        </div>
      </section>
    </div>
  );
}
