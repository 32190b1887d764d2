import { SectionTitle } from "./SectionTitle.tsx";

const AUDIENCES = [
  [
    "Students",
    "Use AI in your studies without handing over your judgement, and be able to say what you used it for.",
  ],
  [
    "NGOs and non-profits",
    "Protect the people you serve: what may go into a prompt, what may not, and who can say no to a system that makes decisions about them.",
  ],
  [
    "Professionals and businesses",
    "Delegate, draft and verify with a named human check, and know which rules apply to what you buy, build or use.",
  ],
] as const;

const FIELDS = [
  ["AI startups", "Who is affected by what you ship, and were they asked?"],
  ["Biotech and healthcare", "When a model is wrong about a patient, who notices?"],
  ["Finance and legal", "Can you trace every figure and every citation to its source?"],
  ["Climate tech", "What does the answer cost in energy, and who lives beside the data centre?"],
  ["The public sector", "How does a citizen contest the decision?"],
  ["Students and researchers", "Which part of this work is yours, and how would you show it?"],
] as const;

export function Audiences() {
  return (
    <section aria-labelledby="audiences" className="border-y border-line bg-surface">
      <div className="page py-section">
        <SectionTitle id="audiences" eyebrow="Who it is for" className="max-w-[46rem]">
          For anyone who must decide whether to trust the answer
        </SectionTitle>
        <ul className="mt-12">
          {AUDIENCES.map(([name, text]) => (
            <li key={name} className="grid gap-x-10 gap-y-2 border-t border-line py-7 lg:grid-cols-[6fr_6fr]">
              <h3 className="text-(length:--size-h2)">{name}</h3>
              <p className="max-w-[36rem] text-lg">{text}</p>
            </li>
          ))}
        </ul>
        <h3 className="mt-8 border-t border-line pt-8 text-2xl">A question for your field</h3>
        <dl className="mt-7 grid gap-x-10 gap-y-7 sm:grid-cols-2 lg:grid-cols-3">
          {FIELDS.map(([field, question]) => (
            <div key={field}>
              <dt className="font-semibold text-accent">{field}</dt>
              <dd className="mt-1 text-lg">{question}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
