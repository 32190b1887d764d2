import { ComingSoonCourses } from "./ComingSoonCourses.tsx";
import { CourseModules } from "./CourseModules.tsx";
import { Hero } from "./Hero.tsx";
import { Questions } from "./Questions.tsx";
import { TierOffers } from "./TierOffers.tsx";
import { useSmoothFragment } from "./useSmoothFragment.ts";
import { WhyChoose } from "./WhyChoose.tsx";

/** `/academy`: what the course is, what it costs and what it contains. */
export function Component() {
  useSmoothFragment();
  return (
    <>
      <Hero />
      <TierOffers />
      <CourseModules />
      <ComingSoonCourses />
      <WhyChoose />
      <Questions />
    </>
  );
}
