import type { ReactNode } from "react";

type Props = {
  title: string;
  /** Names and values. A row whose value is null or empty is left out. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
};

/** A part of the page of a learner: names and values under a heading. */
export function Facts({ title, facts }: Props) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-2xl">{title}</h2>
      <dl className="flex flex-col">
        {facts
          .filter(([, value]) => value !== null && value !== "")
          .map(([name, value]) => (
            <div key={name} className="grid gap-x-6 border-t border-line py-2.5 sm:grid-cols-[9rem_1fr]">
              <dt className="text-muted">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}
