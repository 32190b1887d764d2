import { SectionTitle } from "./SectionTitle.tsx";

const PATTERN = [
  ["A stand-in for the facts", "Easily available data replaces the facts that matter."],
  ["A confident answer", "The output looks finished, whether or not it is right."],
  ["People defer to it", "Busy people trust the screen over their own judgement."],
  ["No way to object", "People who are harmed have no way to challenge the decision."],
] as const;

const CASES = [
  {
    when: "About 2005 to 2019",
    where: "Childcare benefits, the Netherlands",
    what: "Tens of thousands of parents were wrongly accused. The data protection authority found that an automatic risk system had used their nationality, which was unlawful and discriminatory. In January 2021 the cabinet resigned.",
    source:
      "Dutch data protection authority, July 2020. By February 2025 the government had recognised more than 40,300 parents, on a broad test.",
  },
  {
    when: "2020",
    where: "A-level grades, England",
    what: "With exams cancelled, a statistical model lowered about 39% of the grades that teachers had given. After protests the teachers’ grades were reinstated within days.",
    source: "Results of 13 August 2020, reversed on 17 August. Not machine learning.",
  },
  {
    when: "2025",
    where: "The High Court, England and Wales",
    what: "Citations of cases that do not exist were put before the court. The judgment, about AI-generated citations, says that leaders must take “practical and effective measures”.",
    source: "[2025] EWHC 1383 (Admin), 6 June 2025.",
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
          <p className="max-w-[36rem] text-lg">
            A tool can be adopted in an afternoon. Knowing when to trust it takes longer. Where that knowledge
            is missing, the same four steps tend to recur.
          </p>
        </div>
        <ThreadOfSteps />
        <h3 className="mt-16 text-2xl">On the record</h3>
        <ul className="mt-5">
          {CASES.map(({ when, where, what, source }) => (
            <li
              key={where}
              className="grid gap-x-10 gap-y-2 border-t border-edge py-6 lg:grid-cols-[3fr_5fr_4fr]"
            >
              <div>
                <p className="text-muted">{when}</p>
                <h4 className="font-display text-xl leading-snug font-semibold">{where}</h4>
              </div>
              <p className="text-lg">{what}</p>
              <p className="text-muted">{source}</p>
            </li>
          ))}
        </ul>
        <p className="border-t border-edge pt-6 text-muted">
          Not all of these systems were AI. What they share is how people used them.
        </p>
      </div>
    </section>
  );
}

/** A line with a knot at each step and a frayed end. Vertical on phones, horizontal on wide screens. */
function ThreadOfSteps() {
  return (
    <ol className="mt-12 ml-2 grid sm:ml-0 sm:grid-cols-2 sm:gap-y-10 lg:mt-14 lg:grid-cols-4">
      {PATTERN.map(([title, text]) => (
        <li
          key={title}
          className="relative border-l-4 border-accent pb-8 pl-7 before:absolute before:top-0 before:-left-3 before:size-5 before:rounded-full before:border-4 before:border-accent before:bg-sunken last:border-dashed last:pb-0 sm:border-t-4 sm:border-l-0 sm:pt-6 sm:pr-8 sm:pb-0 sm:pl-0 sm:before:-top-3 sm:before:left-0"
        >
          <h3 className="-mt-0.5 sm:mt-0">{title}</h3>
          <p className="mt-2">{text}</p>
        </li>
      ))}
    </ol>
  );
}
