import { useFacts } from "../../platform/providerFacts.ts";
import { SectionTitle } from "./SectionTitle.tsx";

/** Nobody is named until the provider has entered a name in the console's settings. */
export const WITHOUT_NAME =
  "The academy is run by a responsible-innovation consultancy that audits AI systems, holds workshops and advises organisations.";

/** The founder, in the provider's own words. */
export function Founder() {
  const { founderName, founderRole, founderText } = useFacts();
  const [first, ...others] = founderText?.split(/\s*\n\s*/) ?? [WITHOUT_NAME];
  return (
    <section id="founder" aria-labelledby="founder-title" className="scroll-mt-6 bg-note-soft">
      <div className="page grid gap-x-16 gap-y-8 py-section lg:grid-cols-[4fr_8fr]">
        <SectionTitle id="founder-title" eyebrow={founderName === null ? "Who we are" : "The founder"}>
          {founderName === null ? (
            "Built by people who do this work"
          ) : (
            <bdi translate="no" className="wrap-anywhere">
              {founderName}
            </bdi>
          )}
        </SectionTitle>
        <div dir="auto" className="flex max-w-[46rem] flex-col gap-5 text-lg">
          {founderRole !== null && <p className="font-semibold text-accent">{founderRole}</p>}
          <p className="font-display text-2xl leading-snug lg:text-3xl lg:leading-snug">{first}</p>
          {others.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </section>
  );
}
