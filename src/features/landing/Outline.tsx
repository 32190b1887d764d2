import { COURSE } from "../../domain/course.ts";

/** What is taught, module by module. */
export function Outline() {
  return (
    <section aria-labelledby="outline" className="border-y border-line bg-sunken">
      <div className="page grid gap-10 py-16 lg:grid-cols-[4fr_8fr]">
        <div className="flex flex-col gap-4">
          <p className="eyebrow">The course</p>
          <h2 id="outline">Four modules, from first principles to a review of your own</h2>
        </div>
        <ol className="flex flex-col">
          {COURSE.modules.map((module) => (
            <li
              key={module.id}
              className="grid gap-x-6 gap-y-2 border-t border-line py-6 sm:grid-cols-[3rem_1fr]"
            >
              <span aria-hidden="true" className="font-display text-3xl text-accent">
                {module.id}
              </span>
              <div>
                <h3>{module.title}</h3>
                <p className="mt-1">{module.description}</p>
                <p className="mt-2 text-muted">{module.lessons.map((lesson) => lesson.title).join(" · ")}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
