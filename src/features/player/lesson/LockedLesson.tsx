import { outlines } from "virtual:lesson-outlines";
import { useState } from "react";
import { useSyncStatus } from "../../../db/live.ts";
import { useEnrollment } from "../../../db/study/enrollment.ts";
import { type LessonId, PREVIEW_LESSON_ID } from "../../../domain/ids.ts";
import { paths } from "../../../domain/paths.ts";
import { lastAnswer } from "../../../domain/text/syncSentence.ts";
import { useSignInPath } from "../../../platform/session/useSignInPath.ts";
import { syncNow } from "../../../sync/syncOnDemand.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { FactList } from "../../../ui/FactList.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";
import { EnrollmentOffer } from "../course/EnrollmentOffer.tsx";

type Props = { lessonId: LessonId; signedIn: boolean };

/**
 * Shown instead of a lesson that this user may not read: explains why, what is inside, what enrolment costs and what is free. A
 * signed-in learner is asked to enrol only after the server has confirmed that they have not, because the device's copy
 * may predate their payment.
 */
export default function LockedLesson({ lessonId, signedIn }: Props) {
  const enrollment = useEnrollment();
  if (!signedIn) return <Offer lessonId={lessonId} signedIn={false} />;
  switch (enrollment.status) {
    case "notEnrolled":
      return <Offer lessonId={lessonId} signedIn />;
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

function Offer({ lessonId, signedIn }: Props) {
  const signInPath = useSignInPath();
  return (
    <>
      <Inside lessonId={lessonId} />
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
    </>
  );
}

/** What is in a lesson, from the course itself. */
function Inside({ lessonId }: { lessonId: LessonId }) {
  const { objectives, activities, questions, pages, sources } = outlines[lessonId];
  return (
    <section aria-labelledby="inside-title" className="flex flex-col gap-5">
      <div className="flex max-w-prose flex-col gap-3">
        <h2 id="inside-title" className="text-2xl">
          After this lesson you will be able to
        </h2>
        <ul className="flex list-disc flex-col gap-1 pl-6">
          {objectives.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </div>
      <FactList
        facts={[
          [`${activities}`, "activities in the text"],
          [`${questions}`, "quiz questions"],
          [`${pages}`, "labs, tasks and topics"],
          [`${sources}`, "sources"],
        ]}
      />
    </section>
  );
}

function FreePreview() {
  return (
    <TextLink to={paths.course(PREVIEW_LESSON_ID)}>Lesson {PREVIEW_LESSON_ID} is a free preview.</TextLink>
  );
}
