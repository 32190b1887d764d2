import css from "../../../src/ui/styles/tokens.css?raw";
import { Table } from "../../../src/ui/Table.tsx";
import { Specimen } from "../Specimen.tsx";

const VALUES = [...css.matchAll(/--((?:size|space|width|corner|time|ease)-[\w-]+): ([^;]+);/g)].map(
  ([, name = "", value = ""]) => [`--${name}`, value],
);
const STEPS = ["w-1", "w-2", "w-3", "w-4", "w-6", "w-8", "w-12", "w-16", "w-24"];

export function Values() {
  return (
    <>
      <Specimen title="Values" note="Text, space, shape and motion as tokens.css writes them.">
        <Table
          caption="Values"
          captionHidden
          columns={[{ header: "Name" }, { header: "Value", numeric: true }]}
          rows={VALUES}
        />
      </Specimen>
      <Specimen title="Steps of space" note="Multiples of 0.25rem.">
        <ul className="flex flex-col gap-2">
          {STEPS.map((step) => (
            <li key={step} className="flex items-center gap-4">
              <span className="w-16 text-muted">{step.slice(2)}</span>
              <span className={`h-4 bg-action ${step}`} />
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen title="Shape">
        <ul className="flex flex-wrap gap-6">
          <li className="rounded-card border border-edge bg-surface px-6 py-4">rounded-card</li>
          <li className="rounded-full border border-edge bg-surface px-6 py-4">rounded-full</li>
          <li className="rounded-card bg-surface px-6 py-4 shadow-float">shadow-float</li>
        </ul>
      </Specimen>
    </>
  );
}
