import type { ReactNode } from "react";

/** Names and values. A row whose value is null, false or empty is left out. */
type Rows = readonly (readonly [name: string, value: ReactNode])[];

/** Names and values under a heading. */
export function Facts({ title, facts }: { title: string; facts: Rows }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-2xl">{title}</h2>
      <FactRows facts={facts} />
    </section>
  );
}

export function FactRows({ facts }: { facts: Rows }) {
  return (
    <dl className="flex flex-col">
      {facts
        .filter(([, value]) => value !== null && value !== false && value !== "")
        .map(([name, value]) => (
          <div key={name} className="grid gap-x-6 border-t border-line py-2.5 sm:grid-cols-[9rem_1fr]">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
