import { SectionTitle } from "./SectionTitle.tsx";

const AUDIENCES = [
  ["Students", "Use AI without handing over your judgement, and say what you used it for."],
  ["NGOs and non-profits", "Protect the people you serve: what may go into a prompt, and who can say no."],
  ["Professionals and businesses", "Delegate with a named human check, and know which rules apply."],
] as const;

const FIELDS = [
  "AI startups",
  "Biotech and healthcare",
  "Finance and legal",
  "Climate tech",
  "The public sector",
  "Students and researchers",
] as const;

export function Audiences() {
  return (
    <section aria-labelledby="audiences" className="border-y border-line bg-surface">
      <div className="page py-section">
        <SectionTitle id="audiences" eyebrow="Who it is for" className="max-w-[46rem]">
          For anyone who must decide whether to trust the answer
        </SectionTitle>
        <ul className="mt-10 grid gap-x-10 gap-y-7 lg:grid-cols-3">
          {AUDIENCES.map(([name, text]) => (
            <li key={name} className="border-t border-line pt-5">
              <h3 className="text-2xl">{name}</h3>
              <p className="mt-2 text-lg">{text}</p>
            </li>
          ))}
        </ul>
        <h3 className="mt-10 font-sans text-lg font-semibold text-muted">Also in these fields</h3>
        <ul className="mt-3 flex flex-wrap gap-3">
          {FIELDS.map((field) => (
            <li key={field} className="rounded-full border border-edge px-4 py-1.5">
              {field}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
