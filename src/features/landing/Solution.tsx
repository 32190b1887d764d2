import { COURSE, TOTAL_LESSONS } from "../../domain/course/course.ts";
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
          {COURSE.title} has {TOTAL_LESSONS} lessons. Each opens with a case, explains one idea at a time and
          gives you something to do with it, in a version for students, for NGOs and for professionals. It
          ends with five questions; each answer is explained, and you may retake them as often as you like.
        </p>
        <p className="text-lg">
          You need no technical background and no AI account. When all the lessons are done, a certificate
          says that you completed the course.
        </p>
      </div>
      <Outline />
    </section>
  );
}

/** The course content, module by module. */
function Outline() {
  return (
    <ol className="flex flex-col border-b border-line">
      {COURSE.modules.map((module) => (
        <li
          key={module.id}
          className="grid gap-x-6 gap-y-2 border-t border-line py-7 sm:grid-cols-[4rem_1fr]"
        >
          <span aria-hidden="true" className="font-display text-5xl leading-none text-accent">
            {module.id}
          </span>
          <div>
            <h3 className="text-2xl">{module.title}</h3>
            <p className="mt-1.5 text-lg">{module.description}</p>
            <ul className="mt-3 text-muted">
              {module.lessons.map((lesson) => (
                <li key={lesson.id}>{lesson.title}</li>
              ))}
            </ul>
          </div>
        </li>
      ))}
    </ol>
  );
}
