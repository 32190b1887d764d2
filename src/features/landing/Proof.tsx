import { sources } from "virtual:course-sources";
import { LAW_AS_AT } from "../../domain/course/course.ts";
import { SAMPLE_CERTIFICATE_ID } from "../../domain/ids.ts";
import { paths } from "../../domain/paths.ts";
import { FactList } from "../../ui/FactList.tsx";
import { TextLink } from "../../ui/TextLink.tsx";
import { SectionTitle } from "./SectionTitle.tsx";

/** The compiler counted these in the lessons of this build. */
const COUNTED = [
  [
    `${sources.reduce((sum, count) => sum + count, 0)} sources`,
    `${Math.min(...sources)} to ${Math.max(...sources)} in each lesson, named and dated`,
  ],
  [LAW_AS_AT, "the law was last checked"],
] as const;

/** What a visitor can check before buying. */
export function Proof() {
  return (
    <section aria-labelledby="proof" className="page py-section">
      <SectionTitle id="proof" eyebrow="Check us first">
        Do not take our word for it
      </SectionTitle>
      <div className="mt-8 grid gap-x-16 gap-y-8 lg:grid-cols-2">
        <FactList facts={COUNTED} />
        <ul className="text-lg">
          <li className="border-t border-line py-3">
            <TextLink to={paths.verify(SAMPLE_CERTIFICATE_ID)} className="font-semibold">
              Check a sample certificate
            </TextLink>
          </li>
          <li className="border-t border-line py-3">
            <TextLink to={paths.sampleReview()} className="font-semibold">
              Read a sample of a reviewed capstone
            </TextLink>
          </li>
        </ul>
      </div>
    </section>
  );
}
