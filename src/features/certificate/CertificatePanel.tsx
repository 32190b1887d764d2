import { useEffect, useState } from "react";
import { useOwnCertificate } from "../../db/study/ownCertificate.ts";
import { useQuizzesPassed } from "../../db/synced/attempts.ts";
import { CERTIFICATE_NAMES, type CertificateKind } from "../../domain/certificate/certificate.ts";
import {
  assessmentText,
  certificateDay,
  planRunningText,
  UNKNOWN_ASSESSMENT,
} from "../../domain/certificate/certificateText.ts";
import { TOTAL_LESSONS } from "../../domain/course/course.ts";
import { paths } from "../../domain/paths.ts";
import { lastPaymentDue } from "../../domain/sales/instalments.ts";
import { loadPurchases } from "../../platform/account/orders.ts";
import { useReconnections, useSeemsOffline } from "../../platform/device/offlineHint.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Dialog } from "../../ui/overlay/Dialog.tsx";
import { lazyPart } from "../../ui/page/lazyPart.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { CertificateSheet } from "./CertificateSheet.tsx";
import { IssuedCertificate } from "./IssuedCertificate.tsx";
import { NameForm, useNamePrefill } from "./NameForm.tsx";

/** Apart, because it needs the whole plan. */
const LookBack = lazyPart(() => import("./LookBack.tsx"));

/** For learners who have completed the course: their certificate, the form to receive it, or that it was revoked. */
export function CertificatePanel() {
  const own = useOwnCertificate();
  if (own.status === "loading") return <Spinner label="Opening your certificate…" />;
  if (own.isWithdrawn) return <RevokedCertificate kind="completion" />;
  return (
    <>
      {own.certificate ? (
        <IssuedCertificate
          key={own.certificate.id}
          certificate={own.certificate}
          canCorrect={own.canCorrect}
        />
      ) : (
        <CertificateToCome />
      )}
      <LookBack />
    </>
  );
}

const HINT =
  "Exactly as it should appear on your certificate, in any script. You can correct it later, but only once.";

/**
 * Shown when the course is complete but the certificate has not been issued. Only the server can issue it, so until
 * then there is nothing to download.
 */
function CertificateToCome() {
  const isOffline = useSeemsOffline();
  const [name, setName] = useNamePrefill();
  const lastDueAt = useRunningPlan();
  const [title, nextStep] = textOf(isOffline, lastDueAt);
  return (
    <div className="flex flex-col gap-5">
      <div role="status">
        <p className="font-display text-xl font-semibold">{title}</p>
        <p className="mt-1 text-muted">{nextStep}</p>
      </div>
      <NameForm
        kind="completion"
        name={name}
        onChange={setName}
        hint={HINT}
        action={
          lastDueAt
            ? { label: "Confirm your name", busy: "Confirming…" }
            : { label: "Confirm and get certificate", busy: "Issuing your certificate…" }
        }
      />
      {name.trim() && <Draft holderName={name.trim()} />}
    </div>
  );
}

function Draft({ holderName }: { holderName: string }) {
  const quizzes = useQuizzesPassed();
  return (
    <figure className="flex flex-col gap-2">
      <figcaption className="text-muted">
        A draft, not issued yet. The certificate counts the quizzes that you have passed by the time it is
        issued.
      </figcaption>
      <CertificateSheet
        holderName={holderName}
        issued={null}
        assessment={quizzes.status === "loading" ? null : draftAssessment(quizzes.quizzesPassed)}
      />
    </figure>
  );
}

function draftAssessment(quizzesPassed: number | null): string {
  return quizzesPassed === null ? UNKNOWN_ASSESSMENT : assessmentText(quizzesPassed);
}

/** What the certificate waits for, and what to do about it. */
function textOf(isOffline: boolean, lastDueAt: string | null): [title: string, nextStep: string] {
  if (lastDueAt)
    return [
      `Your certificate comes ${withLastPayment(lastDueAt)}`,
      `${planRunningText(lastDueAt)} Confirm your name now, and there will be nothing else to do.`,
    ];
  if (isOffline)
    return [
      "Go online to receive your certificate",
      "Your work is saved on this device. As soon as you are online, confirm your name here; after that the certificate works offline.",
    ];
  return [
    "Confirm your name to receive your certificate",
    "Your certificate will then be issued and saved on this device, where it works offline.",
  ];
}

export const withLastPayment = (dueAt: string) => `with your last payment, on ${certificateDay(dueAt)}`;

/** Due date of the last payment of a running plan, or null if there is none or the server cannot be reached. */
export function useRunningPlan(): string | null {
  const reconnections = useReconnections();
  const [lastDueAt, setLastDueAt] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection triggers another load
  useEffect(() => {
    let isCurrent = true;
    loadPurchases()
      .then((known) => isCurrent && setLastDueAt(known.ok ? lastPaymentDue(known.data) : null))
      .catch((error: unknown) => console.info("The payments could not be read", error));
    return () => {
      isCurrent = false;
    };
  }, [reconnections]);
  return lastDueAt;
}

/** For learners whose certificate staff revoked: nothing can be issued, so there is no form. */
export function RevokedCertificate({ kind }: { kind: CertificateKind }) {
  return (
    <Banner role="status" tone="highlight" title={`The academy has revoked your ${CERTIFICATE_NAMES[kind]}`}>
      It is no longer valid, and you cannot get another one. If you disagree,{" "}
      <TextLink to={paths.contact()}>write to us</TextLink> and say why. A person will review the decision.
    </Banner>
  );
}

/** Shown when the last lesson is complete, and again on load (spec §4). */
export function CompletionDialog({ onClose }: { onClose(): void }) {
  const own = useOwnCertificate();
  return (
    <Dialog open isWide onClose={onClose} title="You have completed the course">
      <p>
        All {TOTAL_LESSONS} lessons are done.
        {own.status === "ready" &&
          !own.isWithdrawn &&
          " This is yours to keep, and you can find it again under My Learning."}
      </p>
      <CertificatePanel />
    </Dialog>
  );
}
