import * as z from "zod/mini";
import { outlineLesson } from "../../../domain/course/course.ts";
import { isLessonId } from "../../../domain/ids.ts";
import { Table } from "../../../ui/Table.tsx";
import { Loaded } from "../frame/Loaded.tsx";
import { Screen } from "../frame/Screen.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";
import { QuestionFigures } from "./QuestionFigures.tsx";
import { questionSchema } from "./question.ts";

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
