import { SectionTitle } from "./SectionTitle.tsx";

const LOOP = ["Decide", "Brief", "Check", "Answer for it"] as const;

const QUESTIONS = ["Who benefits?", "Who carries the risk?", "Who can say no?"] as const;

const TOOLS = [
  "A checklist for prompts",
  "A triage sheet for the rules",
  "A workflow card",
  "A review of a real use of AI",
] as const;

const LABEL = "font-sans text-lg font-semibold text-muted";

/** What a learner takes away: the loop, the three questions and four tools. */
export function Tools() {
  return (
    <section aria-labelledby="tools" className="border-y border-line bg-sunken">
      <div className="page py-section">
        <SectionTitle id="tools" eyebrow="Practical tools" className="max-w-[40rem]">
          What you keep
        </SectionTitle>
        <div className="mt-10 grid gap-x-12 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
          <div>
            <h3 className={LABEL}>One loop for every task</h3>
            <ol className="mt-3 font-display text-3xl font-semibold">
              {LOOP.map((step) => (
                <li key={step} className="border-b border-line py-2">
                  {step}
                </li>
              ))}
            </ol>
          </div>
          <div>
            <h3 className={LABEL}>Three questions for every system</h3>
            <ul className="mt-3 font-display text-3xl font-semibold">
              {QUESTIONS.map((question) => (
                <li key={question} className="border-b border-line py-2">
                  {question}
                </li>
              ))}
            </ul>
          </div>
          <div>
            <h3 className={LABEL}>Four sheets of your own</h3>
            <ul className="mt-3 text-lg font-semibold">
              {TOOLS.map((name) => (
                <li key={name} className="border-b border-line py-2">
                  {name}
                </li>
              ))}
            </ul>
          </div>
        </div>
      </div>
    </section>
  );
}
