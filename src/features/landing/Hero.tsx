import { COURSE, LESSON_MINUTES, TOTAL_LESSONS } from "../../domain/course.ts";
import { PREVIEW_LESSON_ID } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { FactList } from "../../ui/FactList.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { ThreadPattern } from "../../ui/ThreadPattern.tsx";

const FACTS = [
  [`${COURSE.days} days`, `${LESSON_MINUTES} minutes a day`],
  [`${TOTAL_LESSONS} lessons`, `in ${COURSE.modules.length} modules`],
  [COURSE.level, "level"],
] as const;

export function Hero() {
  return (
    <section className="relative">
      <div className="page">
        <div className="flex flex-col items-start gap-7 py-12 sm:py-16 lg:w-[58%] lg:py-24">
          <p className="eyebrow">
            {COURSE.title} · {COURSE.programme}
          </p>
          <h1 className="text-hero tracking-tight">Learn to use AI well, and to question it</h1>
          <p className="max-w-[36rem] text-xl leading-relaxed text-muted">
            A course for people who encounter AI at work, in their studies or in their community: what it is,
            how to check what it says, which rules apply, and whose ethics it follows.
          </p>
          <div className="flex flex-wrap items-center gap-x-7 gap-y-3">
            <LinkButton to={paths.academy()} size="large">
              Enroll now
            </LinkButton>
            <TextLink
              to={paths.course(PREVIEW_LESSON_ID)}
              className="inline-flex min-h-11 items-center font-semibold"
            >
              Read lesson 1 free
            </TextLink>
          </div>
          <FactList facts={FACTS} className="mt-5 w-full border-t border-line pt-6" />
        </div>
      </div>
      {/* Extends beyond the page: a band on phones, the whole right side on wide screens. */}
      <ThreadPattern
        seed="the whole cloth"
        lanes={11}
        steps={6}
        className="block h-40 w-full lg:absolute lg:inset-y-0 lg:right-0 lg:h-full lg:w-[36vw]"
      />
    </section>
  );
}
