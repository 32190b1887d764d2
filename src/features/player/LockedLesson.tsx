import { PREVIEW_LESSON_ID } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { Card } from "../../ui/Card.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { EnrollmentOffer } from "./EnrollmentOffer.tsx";

/** In the place of a lesson that this person may not read: why, what it costs, and what is free. */
export default function LockedLesson({ signedIn }: { signedIn: boolean }) {
  return (
    <Card as="section" aria-labelledby="locked-title" className="flex flex-col gap-4">
      <h2 id="locked-title">This lesson is for enrolled learners</h2>
      <EnrollmentOffer />
      <p>
        <TextLink to={paths.course(PREVIEW_LESSON_ID)}>
          Lesson {PREVIEW_LESSON_ID} is a free preview.
        </TextLink>{" "}
        {!signedIn && (
          <>
            Already enrolled? <TextLink to={paths.auth()}>Sign in</TextLink>.
          </>
        )}
      </p>
    </Card>
  );
}
