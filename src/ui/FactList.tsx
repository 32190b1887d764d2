import { cx } from "./cx.ts";

/** Labelled figures in a row that wraps. */
export function FactList({
  facts,
  className,
}: {
  facts: readonly (readonly [figure: string, name: string])[];
  className?: string;
}) {
  return (
    <dl className={cx("flex flex-wrap gap-x-10 gap-y-4", className)}>
      {facts.map(([figure, name]) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-muted">{name}</dt>
          <dd className="font-display text-2xl font-semibold">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
