import { SectionTitle } from "./SectionTitle.tsx";

const PATTERN = [
  "A stand-in for the facts",
  "A confident answer",
  "People defer to it",
  "No way to object",
] as const;

const CASES = [
  {
    where: "Childcare benefits, the Netherlands",
    what: "Tens of thousands of parents were wrongly accused. An automatic risk system had unlawfully used their nationality.",
    source: "Dutch data protection authority, July 2020",
  },
  {
    where: "A-level grades, England",
    what: "A statistical model lowered about 39% of the grades that teachers had given. They were reinstated within days.",
    source: "August 2020. Not machine learning",
  },
  {
    where: "The High Court, England and Wales",
    what: "Citations of cases that do not exist were put before the court.",
    source: "[2025] EWHC 1383 (Admin)",
  },
] as const;

/** Why adopting AI is hard: what tends to go wrong, and three documented cases. */
export function Challenge() {
  return (
    <section aria-labelledby="challenge" className="border-y border-line bg-sunken">
      <div className="page py-section">
        <div className="grid items-end gap-x-16 gap-y-6 lg:grid-cols-[8fr_4fr]">
          <SectionTitle id="challenge" eyebrow="The AI adoption challenge">
            <span className="block">Anyone can switch AI on.</span>{" "}
            <span className="block">Who answers for it?</span>
          </SectionTitle>
          <p className="max-w-[36rem] text-lg">The same four steps tend to recur.</p>
        </div>
        <ThreadOfSteps />
        <h3 className="mt-14 text-2xl">On the record</h3>
        <ul className="mt-6 grid gap-x-10 gap-y-7 lg:grid-cols-3">
          {CASES.map(({ where, what, source }) => (
            <li key={where} className="border-t border-edge pt-4">
              <h4 className="font-display text-xl leading-snug font-semibold">{where}</h4>
              <p className="mt-2">{what}</p>
              <p className="mt-2 text-base text-muted">{source}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** A line with a knot at each step and a frayed end. Vertical on phones, horizontal on wide screens. */
function ThreadOfSteps() {
  return (
    <ol className="mt-12 ml-2 grid sm:ml-0 sm:grid-cols-2 sm:gap-y-10 lg:mt-14 lg:grid-cols-4">
      {PATTERN.map((title) => (
        <li
          key={title}
          className="relative border-l-4 border-accent pb-8 pl-7 before:absolute before:top-0 before:-left-3 before:size-5 before:rounded-full before:border-4 before:border-accent before:bg-sunken last:border-dashed last:pb-0 sm:border-t-4 sm:border-l-0 sm:pt-6 sm:pr-8 sm:pb-0 sm:pl-0 sm:before:-top-3 sm:before:left-0"
        >
          <h3 className="-mt-0.5 sm:mt-0">{title}</h3>
        </li>
      ))}
    </ol>
  );
}
