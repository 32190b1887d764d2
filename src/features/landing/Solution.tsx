import { COURSE, TOTAL_LESSONS } from "../../domain/course/course.ts";
import { Accordion } from "../../ui/Disclosure.tsx";
import { SectionTitle } from "./SectionTitle.tsx";

/** The course: how a lesson works and what is taught. */
export function Solution() {
  return (
    <section
      aria-labelledby="solution"
      className="page grid gap-x-16 gap-y-12 py-section lg:grid-cols-[5fr_7fr]"
    >
      <div className="flex flex-col gap-6 lg:sticky lg:top-8 lg:self-start">
        <SectionTitle id="solution" eyebrow="The solution">
          Half an hour a day, until checking is a habit
        </SectionTitle>
        <p className="text-lg">
          Each of the {TOTAL_LESSONS} lessons opens with a real case, gives you something to do and ends with
          five questions. You need no technical background and no AI account, and it works offline.
        </p>
      </div>
      <Accordion items={MODULES} headingLevel={3} className="self-start border-t border-line" />
    </section>
  );
}

/** The modules, each with its lessons behind it. */
const MODULES = COURSE.modules.map(({ id, title, lessons }) => ({
  title: `${id}. ${title}`,
  content: (
    <ol className="flex flex-col gap-1 text-lg">
      {lessons.map((lesson) => (
        <li key={lesson.id}>{lesson.title}</li>
      ))}
    </ol>
  ),
}));
