import { CircleCheck, CircleHelp, Clock } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { paths } from "../../../domain/paths.ts";
import { useFacts } from "../../../platform/providerFacts.ts";
import { Button } from "../../../ui/Button.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { ThreadPattern } from "../../../ui/pattern/ThreadPattern.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import type { Verification } from "./verifyPayment.ts";

type FrameProps = {
  icon: ReactNode;
  title: string;
  /** The first of the page, which the browser itself announces. */
  isFirst?: boolean;
  children: ReactNode;
};

/** One centred panel: what happened and, below it, where to get help. */
function PaymentFrame({ icon, title, isFirst = false, children }: FrameProps) {
  const { supportEmail } = useFacts();
  const heading = useRef<HTMLHeadingElement>(null);
  // It replaces another frame, possibly with the button that had the focus.
  useEffect(() => {
    if (!isFirst && document.activeElement === document.body) heading.current?.focus();
  }, [isFirst]);
  return (
    <div className="page flex flex-1 flex-col items-center py-12 lg:py-16">
      <section className="w-full max-w-2xl overflow-hidden rounded-card border border-line bg-surface">
        <ThreadPattern seed="payment" lanes={4} steps={24} className="h-16 w-full" />
        <div className="flex flex-col gap-6 p-[min(2.5rem,6vw)]">
          <div className="flex flex-col gap-3">
            {icon}
            <h1 ref={heading} tabIndex={-1} className="text-4xl outline-none">
              {title}
            </h1>
          </div>
          {children}
          <p className="text-base text-muted">
            Questions about your payment? Write to{" "}
            <a href={`mailto:${supportEmail}`} translate="no" className="text-link">
              {supportEmail}
            </a>{" "}
            or <TextLink to={paths.contact()}>get help</TextLink>.
          </p>
        </div>
      </section>
    </div>
  );
}

export function PaymentProcessing() {
  return (
    <PaymentFrame icon={<Spinner className="size-12 text-accent" />} title="Processing Your Payment" isFirst>
      <p role="status" className="text-lg">
        We are confirming your payment. This usually takes a few seconds; please keep this page open.
      </p>
    </PaymentFrame>
  );
}

export function PaymentDone({ title, children }: { title: string; children: ReactNode }) {
  return (
    <PaymentFrame icon={<CircleCheck aria-hidden="true" className="size-12 text-done" />} title={title}>
      {children}
    </PaymentFrame>
  );
}

/** The order is complete, and the bank takes its time. */
export function PaymentPending({ message }: { message: string }) {
  return (
    <PaymentFrame
      icon={<Clock aria-hidden="true" className="size-12 text-accent" />}
      title="Your Payment Is on Its Way"
    >
      <p role="status" className="text-lg">
        {message}
      </p>
    </PaymentFrame>
  );
}

type FaultProps = {
  fault: Extract<Verification, { status: "failed" | "unknown" }>;
  isMember: boolean;
  onRetry: () => void;
};

export function PaymentFault({ fault, isMember, onRetry }: FaultProps) {
  const isUnknown = fault.status === "unknown";
  const isOffline = isUnknown && fault.isOffline;
  return (
    <PaymentFrame
      icon={<CircleHelp aria-hidden="true" className="size-12 text-danger" />}
      title="Verification Issue"
    >
      <p role="alert" className="text-lg">
        {fault.message}
      </p>
      {isUnknown && (
        <p>
          {isOffline
            ? "We check again as soon as you are online, and this page updates by itself."
            : "We are still checking, and this page updates by itself."}
        </p>
      )}
      <p>
        If your payment was processed, nothing has been lost.{" "}
        {isOffline
          ? "Your sign-in details reach you by email all the same."
          : "Please contact support and we will give you access."}{" "}
        Trying again here will not charge you twice.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="large" onClick={onRetry}>
          Try again
        </Button>
        {isMember && (
          <LinkButton to={paths.dashboard()} size="large" variant="secondary">
            Go to My Learning
          </LinkButton>
        )}
      </div>
    </PaymentFrame>
  );
}
