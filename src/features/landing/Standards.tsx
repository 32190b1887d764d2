import { SectionTitle } from "./SectionTitle.tsx";

const STANDARDS = [
  {
    name: "EU AI Act",
    kind: "A law",
    text: "It can reach organisations outside the European Union when the output of their AI systems is used there. Article 4 asks providers and deployers to support the AI literacy of their staff.",
    detail: "Regulation (EU) 2024/1689, as amended in July 2026",
  },
  {
    name: "ISO/IEC 42001",
    kind: "A voluntary, certifiable standard",
    text: "A management system for AI, taught here through the Plan, Do, Check, Act cycle.",
    detail: "ISO/IEC 42001:2023",
  },
  {
    name: "NIST AI RMF",
    kind: "A voluntary framework",
    text: "Four functions that organise the work: Govern, Map, Measure and Manage.",
    detail: "NIST AI 100-1, version 1.0, January 2023",
  },
] as const;

export function Standards() {
  return (
    <section
      aria-labelledby="standards"
      className="page grid gap-x-16 gap-y-10 py-section lg:grid-cols-[5fr_7fr]"
    >
      <div className="flex flex-col gap-6 lg:sticky lg:top-8 lg:self-start">
        <SectionTitle id="standards" eyebrow="Global standards">
          A law, a standard and a framework are three different things
        </SectionTitle>
        <p>
          The course introduces them, alongside UK law, and supports your organisation’s AI literacy measures
          under Article 4 of the EU AI Act. It does not make anyone compliant or certified, and it is not
          legal advice.
        </p>
      </div>
      <div>
        <ul>
          {STANDARDS.map(({ name, kind, text, detail }) => (
            <li key={name} className="border-t border-line py-7 first:pt-6">
              <div className="flex flex-wrap items-baseline justify-between gap-x-6">
                <h3 className="text-(length:--size-h2)">{name}</h3>
                <p className="font-semibold text-accent">{kind}</p>
              </div>
              <p className="mt-3 text-lg">{text}</p>
              <p className="mt-2 text-muted">{detail}</p>
            </li>
          ))}
        </ul>
        <p className="border-t border-line pt-5 text-muted">Law as at 20 November 2026.</p>
      </div>
    </section>
  );
}
