import { ThreadPattern } from "../../ui/ThreadPattern.tsx";
import { SectionTitle } from "./SectionTitle.tsx";

export function PluralEthics() {
  return (
    <section aria-labelledby="ethics" className="border-y border-line bg-highlight-soft">
      <ThreadPattern seed="plural" lanes={3} steps={24} className="block h-14 w-full" />
      <div className="page py-section">
        <SectionTitle id="ethics" eyebrow="Plural ethics" className="max-w-[46rem]">
          Fair, by whose measure?
        </SectionTitle>
        <div className="mt-12 grid gap-x-16 gap-y-12 lg:grid-cols-2">
          <div>
            <h3 className="text-2xl">Ubuntu</h3>
            <blockquote className="mt-4 font-display text-(length:--size-h2) leading-snug">
              <p lang="zu">Umuntu ngumuntu ngabantu.</p>
              <p className="mt-1">A person is a person through other persons.</p>
            </blockquote>
            <p className="mt-5 text-lg">
              A family of related ideas across Bantu languages, living and debated. The course reads its
              thinkers and its critics, and turns them into a question of design: which relationships does
              this system join, strain or cut off?
            </p>
          </div>
          <div>
            <h3 className="text-2xl">Decolonisation</h3>
            <p className="mt-4 font-display text-(length:--size-h2) leading-snug">
              Whose data, whose labour, whose language?
            </p>
            <p className="mt-5 text-lg">
              Te Hiku Media in Aotearoa chose a protective licence. Masakhane, a community that builds
              language technology for Africans, by Africans, chose openness (Science, 2023). Both had reasons.
              You learn to give the best argument for each before you advise anyone.
            </p>
          </div>
        </div>
      </div>
    </section>
  );
}
