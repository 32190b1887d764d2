import { SectionTitle } from "./SectionTitle.tsx";

const AUDIENCES = [
  ["Students", "Use AI without handing over your judgement."],
  ["NGOs and non-profits", "Know what may go into a prompt, and who can say no."],
  ["Professionals and businesses", "Know which rules apply, and who checks."],
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
        <ul aria-label="Fields" className="mt-10 flex flex-wrap gap-3">
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
