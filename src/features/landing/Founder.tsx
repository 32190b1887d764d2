import { SITE } from "../../domain/site.ts";
import { SectionTitle } from "./SectionTitle.tsx";

/** The academy's founder, in the provider's own words. */
export function Founder() {
  const [first, ...others] = SITE.founder.paragraphs;
  return (
    <section id="founder" aria-labelledby="founder-title" className="scroll-mt-6 bg-note-soft">
      <div className="page grid gap-x-16 gap-y-8 py-section lg:grid-cols-[4fr_8fr]">
        <SectionTitle id="founder-title" eyebrow="The founder">
          {SITE.founder.title}
        </SectionTitle>
        <div>
          <p className="font-display text-2xl leading-snug lg:text-3xl lg:leading-snug">{first}</p>
          <div className="mt-8 grid gap-x-10 gap-y-5 border-t border-edge pt-7 text-lg md:grid-cols-2">
            {others.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </div>
      </div>
    </section>
  );
}
