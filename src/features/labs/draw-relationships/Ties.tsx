import { useRef, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { MAX_TIES } from "./limits.ts";
import {
  fullOfTies,
  nameOf,
  type RelationshipsState,
  stateOf,
  type Tie,
  tieProblem,
  withoutTie,
  withTie,
} from "./map.ts";
import { TieForm } from "./TieForm.tsx";

type Props = { state: RelationshipsState; onChange: (state: RelationshipsState) => void };

/** The list of ties, with the form that adds or changes one. */
export function Ties({ state, onChange }: Props) {
  /** The tie that the form changes, as text, because indices change when someone is removed. */
  const [open, setOpen] = useState<string | null>(null);
  /** A new form for each tie, so that its fields begin with that tie. */
  const [form, setForm] = useState(0);
  const [said, setSaid] = useState("");
  const heading = useRef<HTMLHeadingElement>(null);
  const between = ([from, to]: Tie) => `${nameOf(state, from)} – ${nameOf(state, to)}`;
  const place = state.ties.findIndex((tie) => between(tie) === open);
  const changed = state.ties[place];

  function openForm(tie: Tie | null): void {
    setOpen(tie && between(tie));
    setForm(form + 1);
  }

  function keep(tie: Tie): string | null {
    const target = changed ? place : null;
    const problem = tieProblem(state, tie[0], tie[1], target);
    if (problem) return problem;
    const next = withTie(state, tie, target);
    onChange(next);
    openForm(null);
    setSaid(
      changed
        ? `${between(tie)} was changed.`
        : `${between(tie)} was added. The map has ${next.ties.length} of ${MAX_TIES} ties.`,
    );
    heading.current?.focus();
    return null;
  }

  function remove(index: number, tie: Tie): void {
    onChange(withoutTie(state, index));
    openForm(null);
    setSaid(`${between(tie)} was removed.`);
    heading.current?.focus();
  }

  return (
    <div className="flex flex-col gap-4">
      <h4 ref={heading} tabIndex={-1} className="mt-0!">
        Ties: {state.ties.length} of {MAX_TIES}
      </h4>
      <ul className="flex list-none flex-col gap-2 pl-0">
        {state.ties.map((tie, index) => (
          <li
            key={`${tie[0]}-${tie[1]}`}
            className="flex flex-wrap items-center gap-x-2 rounded-lg border border-line px-3 py-1"
          >
            <TieText state={state} tie={tie} />
            <Button variant="quiet" aria-label={`Change ${between(tie)}`} onClick={() => openForm(tie)}>
              Change
            </Button>
            <Button variant="quiet" aria-label={`Remove ${between(tie)}`} onClick={() => remove(index, tie)}>
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-base text-muted">
        {said}
      </p>
      {state.ties.length >= MAX_TIES && !changed ? (
        <p className="font-semibold">{fullOfTies}</p>
      ) : (
        <TieForm
          key={form}
          state={state}
          tie={changed ?? null}
          onKeep={keep}
          onCancel={() => {
            openForm(null);
            heading.current?.focus();
          }}
        />
      )}
    </div>
  );
}

function TieText({ state, tie }: { state: RelationshipsState; tie: Tie }) {
  const [from, to, , owes, owed] = tie;
  const [a, b] = [nameOf(state, from), nameOf(state, to)];
  return (
    <div className="min-w-0 flex-1 basis-60 py-2 wrap-anywhere">
      <p>
        {a} – {b}: <strong>{stateOf(tie)}</strong>
      </p>
      {owes && (
        <p className="text-base text-muted">
          {a} owes {b}: {owes}
        </p>
      )}
      {owed && (
        <p className="text-base text-muted">
          {b} owes {a}: {owed}
        </p>
      )}
    </div>
  );
}
