import { useState } from "react";
import { useSyncStatus } from "../../../db/live.ts";
import { useEnrollment } from "../../../db/study/enrollment.ts";
import { PREVIEW_LESSON_ID } from "../../../domain/ids.ts";
import { paths } from "../../../domain/paths.ts";
import { lastAnswer } from "../../../domain/text/syncSentence.ts";
import { useSignInPath } from "../../../platform/session/useSignInPath.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import { EnrollmentOffer } from "../course/EnrollmentOffer.tsx";

/**
 * Shown instead of a lesson that this user may not read: explains why, what enrolment costs and what is free. A
 * signed-in learner is asked to enrol only after the server has confirmed that they have not, because the device's copy
 * may predate their payment.
 */
export default function LockedLesson({ signedIn }: { signedIn: boolean }) {
  const enrollment = useEnrollment();
  if (!signedIn) return <Offer />;
  switch (enrollment.status) {
    case "notEnrolled":
      return <Offer signedIn />;
    case "notEnrolledOffline":
      return (
        <Card as="section" aria-labelledby="locked-title" className="flex flex-col items-start gap-4">
          <h2 id="locked-title">This lesson needs a connection</h2>
          <p role="status">
            {lastAnswer(enrollment.asOf, "this account had no access to it")} If that has changed since, the
            lesson opens as soon as you are back online.
          </p>
          <AskAgain />
          <p>
            <FreePreview />
          </p>
        </Card>
      );
    default:
      return <Checking />;
  }
}

function Checking() {
  const { enrollmentCheck } = useSyncStatus();
  return (
    <div className="flex flex-col items-start gap-4">
      <Spinner label="Checking your enrolment…" />
      {enrollmentCheck.status === "failed" && (
        <>
          <p role="alert">Your enrolment could not be checked. Nothing is lost, and we will keep trying.</p>
          <AskAgain />
        </>
      )}
    </div>
  );
}

function AskAgain() {
  const [busy, setBusy] = useState(false);

  async function ask(): Promise<void> {
    setBusy(true);
    try {
      const { syncNow } = await import("../../../sync/triggers.ts");
      await syncNow();
    } catch (error) {
      console.warn("The sync could not be loaded", error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button variant="secondary" busy={busy} onClick={() => void ask()}>
      {busy ? "Checking…" : "Try again"}
    </Button>
  );
}

function Offer({ signedIn = false }: { signedIn?: boolean }) {
  const signInPath = useSignInPath();
  return (
    <Card as="section" aria-labelledby="locked-title" className="flex flex-col gap-4">
      <h2 id="locked-title">This lesson is for enrolled learners</h2>
      <EnrollmentOffer />
      <p>
        <FreePreview />{" "}
        {!signedIn && (
          <>
            Already enrolled? <TextLink to={signInPath}>Sign in</TextLink>.
          </>
        )}
      </p>
    </Card>
  );
}

function FreePreview() {
  return (
    <TextLink to={paths.course(PREVIEW_LESSON_ID)}>Lesson {PREVIEW_LESSON_ID} is a free preview.</TextLink>
  );
}
