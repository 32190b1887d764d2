import { SectionTitle } from "./SectionTitle.tsx";

const CASES = [
  {
    where: "Childcare benefits, the Netherlands",
    what: "Tens of thousands of parents were wrongly accused. An automatic risk system had unlawfully used their nationality.",
    source: "Dutch data protection authority, July 2020",
  },
  {
    where: "A-level grades, England",
    what: "A statistical model lowered about 39% of teachers' grades. They were reinstated within days.",
    source: "August 2020. Not machine learning",
  },
  {
    where: "The High Court, England and Wales",
    what: "Lawyers cited cases that do not exist.",
    source: "[2025] EWHC 1383 (Admin)",
  },
] as const;

/** Why adopting AI is hard: three documented cases. */
export function Challenge() {
  return (
    <section aria-labelledby="challenge" className="border-y border-line bg-sunken">
      <div className="page py-section">
        <SectionTitle id="challenge" eyebrow="The AI adoption challenge">
          <span className="block">Anyone can switch AI on.</span>{" "}
          <span className="block">Who answers for it?</span>
        </SectionTitle>
        <ul className="mt-10 grid gap-x-10 gap-y-7 lg:grid-cols-3">
          {CASES.map(({ where, what, source }) => (
            <li key={where} className="border-t border-edge pt-4">
              <h3 className="text-xl leading-snug">{where}</h3>
              <p className="mt-2">{what}</p>
              <p className="mt-2 text-base text-muted">{source}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
