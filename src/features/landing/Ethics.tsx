import { ThreadPattern } from "../../ui/pattern/ThreadPattern.tsx";
import { SectionTitle } from "./SectionTitle.tsx";

export function PluralEthics() {
  return (
    <section aria-labelledby="ethics" className="border-y border-line bg-highlight-soft">
      <ThreadPattern seed="plural" lanes={3} steps={24} className="block h-14 w-full" />
      <div className="page py-section">
        <SectionTitle id="ethics" eyebrow="Plural ethics" className="max-w-[46rem]">
          Fair, by whose measure?
        </SectionTitle>
        <div className="mt-10 grid gap-x-16 gap-y-10 lg:grid-cols-2">
          <div>
            <h3 className="text-2xl">Ubuntu</h3>
            <blockquote className="mt-3 font-display text-(length:--size-h2) leading-snug">
              <p lang="zu">Umuntu ngumuntu ngabantu.</p>
              <p className="mt-1">A person is a person through other persons.</p>
            </blockquote>
            <p className="mt-4 text-lg">Which relationships does this system create, strain or break?</p>
          </div>
          <div>
            <h3 className="text-2xl">Decolonisation</h3>
            <p className="mt-3 font-display text-(length:--size-h2) leading-snug">
              Whose data, whose labour, whose language?
            </p>
            <p className="mt-4 text-lg">
              Te Hiku Media in Aotearoa chose a protective licence, the African community Masakhane openness.
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}
