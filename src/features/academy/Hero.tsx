import { COURSE, LESSON_MINUTES, TOTAL_LESSONS } from "../../domain/course.ts";
import { PREVIEW_LESSON_ID } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { ThreadPattern } from "../../ui/ThreadPattern.tsx";
import { TIERS_ID } from "./fragments.ts";

const FACTS = [
  ["30", "days, at your own pace"],
  [`${LESSON_MINUTES}`, "minutes a day"],
  [`${COURSE.modules.length}`, "modules"],
  [`${TOTAL_LESSONS}`, "lessons"],
] as const;

export function Hero() {
  return (
    <section>
      <div className="page grid grid-cols-1 gap-x-16 gap-y-10 py-12 lg:grid-cols-[8fr_4fr] lg:items-end lg:py-20">
        <div className="flex flex-col items-start gap-6">
          <p className="eyebrow">{COURSE.programme}</p>
          <h1 className="max-w-[7em] text-hero">{COURSE.title}</h1>
          <p className="max-w-[40rem] text-xl leading-relaxed text-muted">
            Half an hour a day, with real-life cases, an activity in every lesson and a short quiz at the end.
            No AI account and no technical background needed.
          </p>
          <div className="flex flex-wrap gap-3">
            <LinkButton to={`#${TIERS_ID}`} size="large">
              Choose your plan
            </LinkButton>
            <LinkButton to={paths.course(PREVIEW_LESSON_ID)} variant="secondary" size="large">
              Read lesson 1 free
            </LinkButton>
          </div>
        </div>
        <div>
          <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(8.5rem,100%),1fr))] gap-x-8 lg:grid-cols-1">
            {FACTS.map(([figure, name]) => (
              <li key={name} className="flex items-baseline gap-3 border-t border-line py-2.5">
                <span className="min-w-10 font-display text-3xl font-semibold">{figure}</span>{" "}
                <span className="text-muted">{name}</span>
              </li>
            ))}
          </ul>
          <p className="border-y border-line py-3.5 font-display text-xl">{COURSE.level}</p>
        </div>
      </div>
      <ThreadPattern seed="four modules" lanes={4} steps={22} className="h-24 w-full sm:h-32" />
    </section>
  );
}
