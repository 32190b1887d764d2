import { COURSE } from "../../domain/course.ts";

/** The course content, module by module. */
export function Outline() {
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
