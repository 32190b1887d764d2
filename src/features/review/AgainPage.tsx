import { useEffect, useState } from "react";
import { useLessonPacks } from "../../db/lessons/lessonPacks.ts";
import { serverNow } from "../../db/store/serverClock.ts";
import { dropQuestion, useAnswers } from "../../db/study/answers.ts";
import { useReviewing } from "../../db/study/reviewing.ts";
import { allIslands, type LessonPack } from "../../domain/course/pack.ts";
import type { LessonId } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { nearDay } from "../../domain/study/dayWords.ts";
import {
  isDue,
  nextRecall,
  optionalQuestion,
  type QuestionId,
  type Recall,
} from "../../domain/study/recall.ts";
import { AGAIN_TITLE } from "../../domain/study/reviews.ts";
import { addDays, dayIn, type LocalDay } from "../../domain/study/studyDays.ts";
import { presentZone } from "../../domain/study/timeZones.ts";
import { lessonOfQuestion, recallIn } from "../../entities/answer/answer.ts";
import { useNow } from "../../platform/device/useNow.ts";
import { Banner } from "../../ui/Banner.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { ReviewFrame, type ReviewItem, ReviewQuestions } from "./ReviewQuestions.tsx";

/** The questions of lessons, quizzes and reviews that were answered wrong and are due again. Nothing depends on them. */
export function Component() {
  return (
    <ReviewFrame
      eyebrow="From your lessons, quizzes and reviews"
      title={AGAIN_TITLE}
      intro="A question that you get wrong comes back the next day. Once you get it right, it returns after three days and after a week, and then it is done. Nothing is graded."
    >
      <DueQuestions />
    </ReviewFrame>
  );
}

const NAME = "due";

function DueQuestions() {
  const answers = useAnswers();
  const lessons = useLessonPacks();
  const reviewing = useReviewing(NAME);
  if (answers.status === "loading" || lessons.status === "loading" || reviewing.status === "loading")
    return <Spinner label="Opening the questions…" />;
  const known = [...answers.byQuestion.values()].map((each) => ({ id: each.questionId, ...recallIn(each) }));
  return <LoadedQuestions known={known} packs={lessons.packs} kept={reviewing.given} />;
}

type Known = Recall & { id: QuestionId };
type LoadedProps = {
  known: readonly Known[];
  packs: readonly LessonPack[];
  kept: ReadonlyMap<QuestionId, string>;
};

function LoadedQuestions({ known, packs, kept }: LoadedProps) {
  const today = dayIn(presentZone(), serverNow(useNow()));
  // Fixed when the page opens: an answered question is no longer due, and must stay on the page.
  const [opened, setOpened] = useState<ReturnType<typeof itemsIn> | null>(null);
  // With those that were asked earlier today: a reload does not end the review.
  const due = known.filter((each) => isDue(each, today) || kept.has(each.id));
  const nextOn = nextRecall(
    known.filter((each) => !isDue(each, today)),
    today,
  );
  const found = opened ?? itemsIn(packs, due, today);
  useDropped(found.lost);
  if (!opened && found.items.length > 0) setOpened(found);
  if (found.items.length === 0) return <NoQuestions missing={found.missing} nextOn={nextOn} today={today} />;
  return (
    <ReviewQuestions
      items={found.items}
      name={NAME}
      kept={kept}
      done={
        <Banner tone="done" title="You have tried all of these questions again.">
          {nextWords(nextOn, today) ?? "Nothing else comes back."}
        </Banner>
      }
    >
      {found.missing.length > 0 && (
        <p className="max-w-prose">
          More questions are due from lessons that are not on this device:{" "}
          {found.missing.map((lessonId, index) => (
            <span key={lessonId}>
              {index > 0 && ", "}
              <TextLink to={paths.course(lessonId)}>lesson {lessonId}</TextLink>
            </span>
          ))}
          .
        </p>
      )}
    </ReviewQuestions>
  );
}

type NoneProps = { missing: readonly LessonId[]; nextOn: LocalDay | null; today: LocalDay };

function NoQuestions({ missing: [lessonId], nextOn, today }: NoneProps) {
  if (lessonId)
    return (
      <EmptyState
        title="These questions are not on this device"
        seed="review"
        action={<LinkButton to={paths.course(lessonId)}>Open lesson {lessonId}</LinkButton>}
      >
        <p>They download with their lessons while you are online.</p>
      </EmptyState>
    );
  return (
    <EmptyState
      title="Nothing to try again today"
      seed="review"
      action={<LinkButton to={paths.dashboard()}>Back to My Learning</LinkButton>}
    >
      <p>
        {nextWords(nextOn, today) ??
          "Questions that you get wrong in a lesson, a quiz or a review appear here."}
      </p>
    </EmptyState>
  );
}

function nextWords(nextOn: LocalDay | null, today: LocalDay): string | null {
  return nextOn && `The next question comes back ${nearDay(nextOn, today)}.`;
}

/** How long a question that is not in its lesson is waited for. */
const LOST_AFTER_DAYS = 7;

/** The questions in these packs, the lessons of those that are in none, and those that a later version of a lesson has lost. */
function itemsIn(packs: readonly LessonPack[], due: readonly Known[], today: LocalDay) {
  const items: ReviewItem[] = [];
  const missing = new Set<LessonId>();
  const lost: QuestionId[] = [];
  for (const { id, dueOn } of due) {
    const pack = packs.find(({ lessonId }) => lessonId === lessonOfQuestion(id));
    const item = pack && itemIn(pack, id);
    if (item) items.push(item);
    else if (pack) {
      // A device with an older version of the lesson may not have the question yet.
      if (addDays(dueOn ?? today, LOST_AFTER_DAYS) < today) lost.push(id);
    } else missing.add(lessonOfQuestion(id));
  }
  return { items, missing: [...missing], lost };
}

/** Otherwise My Learning would announce them for ever. */
function useDropped(lost: readonly QuestionId[]): void {
  const ids = lost.join();
  useEffect(() => {
    for (const id of ids.split(",").filter(Boolean))
      dropQuestion(id as QuestionId).catch((error: unknown) => {
        console.warn("The question could not be dropped", error);
      });
  }, [ids]);
}

function itemIn(pack: LessonPack, id: QuestionId): ReviewItem | undefined {
  const asked = optionalQuestion(id);
  if (!asked) return undefined;
  const { lessonId } = pack;
  if (asked.source === "text") {
    const ask = allIslands(pack).find((each) => each.kind === "ask" && each.id === asked.name);
    return ask?.kind === "ask" ? { id, ask, lessonId } : undefined;
  }
  const index = Number(asked.name) - 1;
  if (asked.source === "review") {
    const question = pack.review?.questions[index];
    return question && { id, question };
  }
  const question = pack.quiz.questions[index];
  return question && { id, question: { ...question, recalls: lessonId } };
}
