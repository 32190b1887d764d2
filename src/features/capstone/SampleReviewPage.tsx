import { resultOf } from "../../domain/course/capstone.ts";
import { COURSE } from "../../domain/course/course.ts";
import { paths } from "../../domain/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { FrozenText, Points } from "./parts.tsx";
import { SAMPLE_CAPSTONE, SAMPLE_REVIEW } from "./sampleReview.ts";

/** What a reviewer sends back, for visitors: a sample that looks as a learner's own review does. */
export function Component() {
  const { total, most } = resultOf(SAMPLE_REVIEW);
  return (
    <div className="page flex max-w-4xl flex-col gap-8 py-12">
      <header className="flex flex-col gap-4">
        <p className="eyebrow">{COURSE.title}</p>
        <h1>A reviewed capstone</h1>
        <Banner tone="highlight" title="This is a sample">
          We wrote both sides of it. The food bank, its test and its figures are made up. The thinkers and the
          laws are real.
        </Banner>
        <p className="max-w-prose text-lg">
          The course ends with a review of one real use of AI, in nine sections. With a plan for NGOs or
          professionals, a person reads yours and answers like this. Students score their own, guided by a
          lab.
        </p>
      </header>
      <section aria-labelledby="answer" className="flex flex-col gap-6">
        <h2 id="answer">
          Passed: {total} of {most} points
        </h2>
        <p className="max-w-prose text-lg">{SAMPLE_REVIEW.overall}</p>
        <Points review={SAMPLE_REVIEW} />
      </section>
      <section aria-labelledby="text" className="flex max-w-prose flex-col gap-4">
        <h2 id="text">What was handed in</h2>
        <FrozenText texts={SAMPLE_CAPSTONE} />
      </section>
      <p>
        <TextLink to={paths.academy()} className="inline-flex min-h-11 items-center font-semibold">
          See the course and its plans
        </TextLink>
      </p>
    </div>
  );
}
