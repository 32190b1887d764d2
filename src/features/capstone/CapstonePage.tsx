import { Printer } from "lucide-react";
import { useState } from "react";
import { Navigate } from "react-router-dom";
import { useLesson } from "../../db/live.ts";
import { StorageFailure } from "../../db/store/storageFailure.ts";
import { useAccess, useEnrollment } from "../../db/study/enrollment.ts";
import { handInCapstone, useCapstone } from "../../db/synced/capstone.ts";
import { useWorkbook } from "../../db/synced/workbook.ts";
import { type CapstoneFieldId, type CapstoneReading, readingOf } from "../../domain/course/capstone.ts";
import { COURSE } from "../../domain/course/course.ts";
import { isLabDone, labFieldId } from "../../domain/course/labState.ts";
import type { LessonPack } from "../../domain/course/pack.ts";
import { paths } from "../../domain/paths.ts";
import { SITE } from "../../domain/site.ts";
import {
  type CapstoneHandIn,
  type CapstoneTexts,
  frozenTexts,
  handInsOf,
  nextAttempt,
} from "../../entities/capstone/capstone.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { HandedIn } from "./HandedIn.tsx";
import { Preview } from "./Preview.tsx";
import { Sections } from "./Sections.tsx";

const REVIEW_LAB = labFieldId("11", "review-a-review");

/** The nine sections, the copy that the learner hands in, and the answer of the reviewer. */
export function CapstonePage() {
  const capstone = useCapstone();
  const workbook = useWorkbook();
  const known = useAccess();
  const lesson = useLesson("11");
  const enrollment = useEnrollment();
  if (
    capstone.status === "loading" ||
    workbook.status === "loading" ||
    known.status === "loading" ||
    lesson.status === "loading" ||
    enrollment.status === "checking"
  )
    return <Spinner label="Opening your capstone…" />;
  const isEnrolled = enrollment.status !== "notEnrolled" && enrollment.status !== "notEnrolledOffline";
  if (!isEnrolled && capstone.handIns.length === 0) return <Navigate to={paths.dashboard()} replace />;
  return (
    <div className="paper page flex max-w-3xl flex-col gap-8 py-8">
      <header className="flex flex-col gap-3">
        <p className="eyebrow">
          <span className="hidden print:inline">{SITE.name} · </span>
          {COURSE.title}
        </p>
        <h1>Your capstone</h1>
        <p className="max-w-prose text-lg text-muted print:hidden">
          Your Plural AI Review: one decision about one AI use, in nine sections. You write them in lesson 11
          and hand in a copy here.
        </p>
      </header>
      <Capstone
        handIns={capstone.handIns}
        textOf={(fieldId) => workbook.byField.get(fieldId)?.value ?? ""}
        isReviewLabDone={isLabDone(workbook.byField.get(REVIEW_LAB)?.value ?? "")}
        reading={known.access ? readingOf(known.access.tier) : null}
        pack={lesson.status === "ready" ? lesson.pack : null}
        isEnrolled={isEnrolled}
      />
    </div>
  );
}

type Props = {
  handIns: readonly CapstoneHandIn[];
  textOf: (fieldId: CapstoneFieldId) => string;
  /** Null if the learner's plan is not known on this device. */
  reading: CapstoneReading | null;
  isReviewLabDone: boolean;
  pack: LessonPack | null;
  isEnrolled: boolean;
};

/** The copy that the learner is reading before the hand-in, and for which attempt it is. */
type Copy = { attempt: 1 | 2; texts: CapstoneTexts };

function Capstone({ handIns, textOf, reading, isReviewLabDone, pack, isEnrolled }: Props) {
  const [copy, setCopy] = useState<Copy | null>(null);
  const [hasLeftCopy, setHasLeftCopy] = useState(false);
  const { own, isBusy, failure, handIn } = useHandIn();
  const { first, second } = handInsOf(handIns);
  const current = second ?? first;
  const attempt = isEnrolled ? nextAttempt(handIns) : null;
  const texts = frozenTexts(textOf);

  if (copy && copy.attempt === attempt) {
    return (
      <Preview
        texts={copy.texts}
        newer={texts}
        before={attempt === 2 ? (first?.texts ?? null) : null}
        reading={reading}
        isBusy={isBusy}
        failure={failure}
        onRenew={() => setCopy({ attempt, texts })}
        onBack={() => {
          setCopy(null);
          setHasLeftCopy(true);
        }}
        onHandIn={() => void handIn(copy.texts)}
      />
    );
  }
  const isFromElsewhere = copy !== null && !isBusy && current !== null && current.id !== own;
  return (
    <>
      {isFromElsewhere && (
        <Banner role="status" title="Your capstone was handed in from another tab or device.">
          The copy that you had open here was not handed in. The one that counts is below.
        </Banner>
      )}
      {current && (
        <HandedIn
          key={current.id}
          handIn={current}
          hasRival={handIns.some(({ attempt: each, id }) => each === current.attempt && id !== current.id)}
          reading={reading}
          isLabDone={isReviewLabDone}
          takesFocus={copy !== null}
        />
      )}
      {current && (
        <Button variant="secondary" className="self-start print:hidden" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-5" />
          Print or save as PDF
        </Button>
      )}
      {attempt && (
        <Sections
          texts={texts}
          before={attempt === 2 ? (first?.texts ?? null) : null}
          pack={pack}
          takesFocus={hasLeftCopy}
          onRead={() => setCopy({ attempt, texts })}
        />
      )}
      {second && first && (
        <Disclosure summary="Your first attempt and its review">
          <HandedIn
            handIn={first}
            hasRival={false}
            reading={reading}
            isLabDone={isReviewLabDone}
            takesFocus={false}
            isEarlier
          />
        </Disclosure>
      )}
    </>
  );
}

type Failure = "full" | "failed";

/** Hands in once at a time. `own` is the hand-in that this page made. */
function useHandIn() {
  const [own, setOwn] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  async function handIn(texts: CapstoneTexts): Promise<void> {
    setIsBusy(true);
    setFailure(null);
    try {
      const made = await handInCapstone(texts);
      setOwn(made?.id ?? null);
    } catch (error) {
      if (!(error instanceof StorageFailure)) throw error;
      console.error("The capstone could not be handed in", error);
      setFailure(error.code === "quota" ? "full" : "failed");
    } finally {
      setIsBusy(false);
    }
  }

  return { own, isBusy, failure, handIn };
}
