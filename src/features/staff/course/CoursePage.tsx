import * as z from "zod/mini";
import { outlineLesson } from "../../../domain/course/course.ts";
import { isLessonId } from "../../../domain/ids.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Table } from "../../../ui/Table.tsx";
import { Loaded } from "../frame/Loaded.tsx";
import { Screen } from "../frame/Screen.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";

/** A question of a quiz and how learners first answered it. */
const questionSchema = z.object({
  number: z.number(),
  question: z.string(),
  options: z.array(z.string()),
  correct: z.number(),
  learners: z.number(),
  right_share: z.number(),
  discrimination: z.nullable(z.number()),
  chosen: z.record(z.string(), z.number()),
});
export type Question = z.infer<typeof questionSchema>;

const courseSchema = z.array(
  z.object({
    lesson_id: z.string(),
    version: z.nullable(z.number()),
    started: z.number(),
    finished: z.number(),
    median_minutes: z.nullable(z.number()),
    stops: z.array(z.object({ step: z.number(), learners: z.number() })),
    questions: z.array(questionSchema),
  }),
);
type Lesson = z.infer<typeof courseSchema>[number];

const NO_ARGUMENTS = {};
const TOO_FEW = "Fewer than 10";
const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 24 * MINUTES_PER_HOUR;

/** What is published, how far learners get, and how each question of the quizzes works. */
export default function CoursePage() {
  const query = useStaffQuery("staff_course", NO_ARGUMENTS, courseSchema);
  return (
    <Screen title="Course">
      <p className="max-w-prose text-muted">
        Counts of all learners together. Anything about fewer than ten learners is not shown.
      </p>
      <Loaded query={query} what="the course's figures">
        {(lessons) => (
          <div className="flex flex-col gap-10">
            <Table
              caption="Lessons"
              columns={[
                { header: "Lesson" },
                { header: "Version", numeric: true },
                { header: "Opened", numeric: true },
                { header: "Completed", numeric: true },
                { header: "Median time to complete", numeric: true },
                { header: "Not completed, got as far as" },
              ]}
              rows={lessons.map((lesson) => [
                titleOf(lesson),
                lesson.version ?? "Not published",
                lesson.started === 0 ? TOO_FEW : lesson.started,
                lesson.started === 0 ? TOO_FEW : lesson.finished,
                lesson.median_minutes === null ? TOO_FEW : durationOf(lesson.median_minutes),
                stopsOf(lesson),
              ])}
            />
            <QuestionFigures
              lessons={lessons.map((lesson) => ({ title: titleOf(lesson), questions: lesson.questions }))}
            />
          </div>
        )}
      </Loaded>
    </Screen>
  );
}

function titleOf({ lesson_id: id }: Lesson): string {
  return `${id}. ${isLessonId(id) ? outlineLesson(id).title : "A lesson that this version of the site does not know"}`;
}

function stopsOf({ stops }: Lesson): string {
  if (stops.length === 0) return "–";
  return stops.map(({ step, learners }) => `step ${step}: ${learners}`).join(", ");
}

/** The time from opening a lesson to completing it, with the pauses in between. */
function durationOf(minutes: number): string {
  if (minutes < MINUTES_PER_HOUR) return `${minutes} min`;
  if (minutes < MINUTES_PER_DAY) return `${(minutes / MINUTES_PER_HOUR).toFixed(1)} h`;
  return `${(minutes / MINUTES_PER_DAY).toFixed(1)} days`;
}

const FAULT_WORDS: Record<QuestionFault, string> = {
  "too easy": "Too easy: almost everyone is right at the first try.",
  "too hard": "Too hard: fewer than half are right at the first try.",
  misleading: "Misleading: one wrong option draws more learners than the right one.",
  "does not discriminate": "Does not fit the quiz: those who know the rest are not right more often.",
};

type QuestionFiguresProps = { lessons: readonly { title: string; questions: readonly Question[] }[] };

/** Each question with its first answers: questions that need work are marked and open. */
function QuestionFigures({ lessons }: QuestionFiguresProps) {
  const answered = lessons.filter(({ questions }) => questions.length > 0);
  return (
    <section aria-labelledby="questions" className="flex flex-col gap-6">
      <h2 id="questions" className="text-2xl">
        Quiz questions
      </h2>
      <p className="max-w-prose text-muted">
        Only each learner's first answers to the published version of a lesson count. “Fit” is the correlation
        with the other questions of the quiz: below 0.1 the question measures something else.
      </p>
      {answered.length === 0 && <p>No quiz has been answered by ten learners yet.</p>}
      {answered.map(({ title, questions }) => (
        <section key={title} aria-label={title}>
          <h3 className="text-xl">{title}</h3>
          {questions.map((question) => (
            <QuestionRow key={question.number} question={question} />
          ))}
        </section>
      ))}
    </section>
  );
}

const percentOf = (share: number) => `${Math.round(share * 100)}%`;

function QuestionRow({ question }: { question: Question }) {
  const { number, learners, right_share: right, discrimination, options, correct, chosen } = question;
  const faults = faultsOf(question);
  const distractor = topDistractor(question);
  return (
    <Disclosure
      open={faults.length > 0}
      summary={
        <span className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <span>
            Question {number}: {percentOf(right)} right at the first try
          </span>
          <span className="font-normal text-muted">
            {learners} learners, fit {discrimination === null ? "unknown" : discrimination.toFixed(2)}
          </span>
          {faults.map((fault) => (
            <Badge key={fault} tone="highlight">
              {fault}
            </Badge>
          ))}
        </span>
      }
    >
      <div className="flex flex-col gap-3">
        <p>{question.question}</p>
        <ol className="flex list-[upper-alpha] flex-col gap-1 pl-6">
          {options.map((option, index) => (
            <li key={option}>
              {option} <strong>{percentOf((chosen[index] ?? 0) / learners)}</strong>
              {index === correct && " (right answer)"}
              {index === distractor && " (most chosen wrong answer)"}
            </li>
          ))}
        </ol>
        {faults.map((fault) => (
          <p key={fault}>{FAULT_WORDS[fault]}</p>
        ))}
      </div>
    </Disclosure>
  );
}

type QuestionFault = "too easy" | "too hard" | "misleading" | "does not discriminate";

/** Shares of learners who are right at the first try. With four options, chance alone gives a quarter. */
const EASY_FROM = 0.95;
const HARD_BELOW = 0.5;
/**
 * Correlation with the rest of the quiz. Below 0.1 an item is usually rejected (R. Ebel, D. Frisbie, "Essentials of
 * Educational Measurement": below 0.2 poor, 0.2 to 0.29 marginal), but a quiz of five questions gives low values.
 */
const LEAST_FIT = 0.1;
/** With fewer learners, the correlation is mostly chance. */
const LEAST_FOR_FIT = 30;

/** What is wrong with a question, as far as its first answers show. */
export function faultsOf(question: Question): QuestionFault[] {
  const { right_share: right, discrimination, learners, chosen, correct } = question;
  const faults: QuestionFault[] = [];
  if (right >= EASY_FROM) faults.push("too easy");
  if (right < HARD_BELOW) faults.push("too hard");
  const distractor = topDistractor(question);
  if (distractor !== null && (chosen[distractor] ?? 0) > (chosen[correct] ?? 0)) faults.push("misleading");
  if (learners >= LEAST_FOR_FIT && discrimination !== null && discrimination < LEAST_FIT)
    faults.push("does not discriminate");
  return faults;
}

/** The wrong option (index in the author's order) that most learners chose, or null if nobody chose a wrong one. */
export function topDistractor({ chosen, correct }: Question): number | null {
  const wrong = Object.entries(chosen)
    .map(([option, learners]) => ({ option: Number(option), learners }))
    .filter(({ option, learners }) => option !== correct && learners > 0);
  return wrong.sort((a, b) => b.learners - a.learners)[0]?.option ?? null;
}
