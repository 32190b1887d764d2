import { SectionTitle } from "./SectionTitle.tsx";

const STANDARDS = [
  {
    name: "EU AI Act",
    kind: "A law",
    text: "Article 4 asks providers and deployers to support the AI literacy of their staff.",
    detail: "Regulation (EU) 2024/1689, as amended in July 2026",
  },
  {
    name: "ISO/IEC 42001",
    kind: "A voluntary, certifiable standard",
    text: null,
    detail: "ISO/IEC 42001:2023",
  },
  {
    name: "NIST AI RMF",
    kind: "A voluntary framework",
    text: null,
    detail: "NIST AI 100-1, version 1.0, January 2023",
  },
] as const;

export function Standards() {
  return (
    <section
      aria-labelledby="standards"
      className="page grid gap-x-16 gap-y-8 py-section lg:grid-cols-[5fr_7fr]"
    >
      <div className="flex flex-col gap-6 lg:sticky lg:top-8 lg:self-start">
        <SectionTitle id="standards" eyebrow="Global standards">
          A law, a standard and a framework
        </SectionTitle>
        <p>
          The course introduces them, and UK law. It makes nobody compliant or certified, and is not legal
          advice.
        </p>
      </div>
      <ul>
        {STANDARDS.map(({ name, kind, text, detail }) => (
          <li key={name} className="border-t border-line py-5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6">
              <h3 className="text-2xl">{name}</h3>
              <p className="font-semibold text-accent">{kind}</p>
            </div>
            {text && <p className="mt-2 text-lg">{text}</p>}
            <p className="mt-1 text-base text-muted">{detail}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
