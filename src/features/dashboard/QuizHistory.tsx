import { outlineLesson } from "../../domain/course/course.ts";
import { LESSON_IDS, type LessonId } from "../../domain/ids.ts";
import { formatMoment } from "../../domain/text/dates.ts";
import { count } from "../../domain/text/syncSentence.ts";
import { Disclosure } from "../../ui/Disclosure.tsx";

type Attempt = { id: string; score: number; passed: boolean; takenAt: string };

/** Every submitted quiz, by lesson. Attempts are never overwritten, and the best one counts. */
export function QuizHistory({ byLesson }: { byLesson: ReadonlyMap<LessonId, readonly Attempt[]> }) {
  const taken = LESSON_IDS.flatMap((lessonId) => {
    const list = byLesson.get(lessonId);
    return list ? [{ lessonId, list }] : [];
  });
  return (
    <section aria-labelledby="quizzes-title" className="min-w-0">
      <h2 id="quizzes-title">Quiz history</h2>
      {taken.length === 0 ? (
        <p className="mt-2 text-muted">Your quiz results will appear here.</p>
      ) : (
        <div className="mt-3">
          {taken.map(({ lessonId, list }) => (
            <LessonQuizzes key={lessonId} lessonId={lessonId} attempts={list} />
          ))}
        </div>
      )}
    </section>
  );
}

function LessonQuizzes({ lessonId, attempts }: { lessonId: LessonId; attempts: readonly Attempt[] }) {
  const best = Math.max(...attempts.map(({ score }) => score));
  return (
    <Disclosure
      summary={
        <>
          Lesson {lessonId}: {outlineLesson(lessonId).title}
          <span className="block font-normal text-muted">
            {count(attempts.length, "attempt")}, best {best}%
          </span>
        </>
      }
    >
      <ol className="flex flex-col gap-1">
        {attempts.map(({ id, score, passed, takenAt }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4">
            <span>{formatMoment(takenAt)}</span>
            <span>
              <span className="font-semibold">{score}%</span>, {passed ? "passed" : "not passed"}
            </span>
          </li>
        ))}
      </ol>
    </Disclosure>
  );
}
