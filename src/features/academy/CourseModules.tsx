import { COURSE } from "../../domain/course.ts";
import { Carousel } from "../../ui/Carousel.tsx";
import { MODULES_ID } from "./fragments.ts";
import { ModuleCard } from "./ModuleCard.tsx";
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
          From what AI is, through checking, rules and daily work, to a review of your own.
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
