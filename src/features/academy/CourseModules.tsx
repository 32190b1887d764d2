import { COURSE, LESSON_MINUTES, type OutlineModule } from "../../domain/course/course.ts";
import { Carousel } from "../../ui/carousel/Carousel.tsx";
import { modulePattern } from "../../ui/pattern/modulePattern.ts";
import { ThreadPattern } from "../../ui/pattern/ThreadPattern.tsx";
import { MODULES_ID } from "./fragments.ts";
import { FRAGMENT_STYLE } from "./useSmoothFragment.ts";

export function CourseModules() {
  return (
    <section
      id={MODULES_ID}
      tabIndex={-1}
      className={`${FRAGMENT_STYLE} overflow-hidden border-y border-line bg-sunken`}
    >
      <div className="page py-section">
        <h2>Course Modules</h2>
        <p className="mt-3 max-w-[38rem] text-lg text-muted">
          From what AI is, through checking its output, the rules that apply and everyday work, to a review
          that you carry out yourself.
        </p>
        <Carousel
          label="Course Modules"
          slides={COURSE.modules.map((module) => <ModuleCard key={module.id} module={module} />)}
          className="mt-8"
        />
      </div>
    </section>
  );
}

function ModuleCard({ module }: { module: OutlineModule }) {
  return (
    <article className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
      <ThreadPattern {...modulePattern(module.id)} steps={12} className="h-28 w-full" />
      <div className="flex flex-1 flex-col gap-3 p-[min(2rem,6vw)]">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="eyebrow">Module {module.id}</span>
          <span className="text-muted">
            {module.lessons.length} lessons, {LESSON_MINUTES} min each
          </span>
        </p>
        <h3 className="text-2xl">
          {moduleName(module)}
          {module.id === CAPSTONE_MODULE_ID && (
            <span className="font-normal text-muted"> (capstone project)</span>
          )}
        </h3>
        <p>{module.description}</p>
        <ol className="mt-2 flex flex-col">
          {module.lessons.map((lesson) => (
            <li key={lesson.id} className="flex items-baseline gap-3 border-t border-line py-2.5">
              <span className="w-6 shrink-0 font-display text-accent">{lesson.id}</span>
              <span className="min-w-0">{lesson.title}</span>
            </li>
          ))}
        </ol>
      </div>
    </article>
  );
}

/** The module that ends with the capstone project. */
const CAPSTONE_MODULE_ID = "4";

/** The title as written on this page: "and" instead of "&". */
function moduleName({ title }: OutlineModule): string {
  return title.replace(" & ", " and ");
}
