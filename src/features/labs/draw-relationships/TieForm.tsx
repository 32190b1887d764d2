import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { Select } from "../../../ui/form/Select.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { clean, MAX_DUTY, STATES } from "./limits.ts";
import { nameOf, type RelationshipsState, stateOf, type Tie } from "./map.ts";

const STATE_OPTIONS = STATES.map((state) => ({
  value: state,
  label: `${state.charAt(0).toUpperCase()}${state.slice(1)}`,
}));

type Props = {
  state: RelationshipsState;
  /** The tie to change, or null for a new one. */
  tie: Tie | null;
  /** Returns why the tie cannot be kept, or null. */
  onKeep: (tie: Tie) => string | null;
  onCancel: () => void;
};

function indexOf({ people }: RelationshipsState, name: string | undefined): number | null {
  const index = people.findIndex(([each]) => each === name);
  return index < 0 ? null : index;
}

/** Both ends, the state, and what each end owes the other. */
export function TieForm({ state, tie, onKeep, onCancel }: Props) {
  /** Names, because indices change when someone is removed from the map. */
  const [ends, setEnds] = useState(tie ? [nameOf(state, tie[0]), nameOf(state, tie[1])] : ["", ""]);
  const [kind, setKind] = useState(tie ? stateOf(tie) : null);
  const [duties, setDuties] = useState(tie ? [tie[3], tie[4]] : ["", ""]);
  const [problem, setProblem] = useState<string | null>(null);
  const first = useRef<HTMLSelectElement>(null);
  const isChange = tie !== null;

  // The form for changing a tie appears far from the button that opens it.
  useEffect(() => {
    if (isChange) first.current?.focus();
  }, [isChange]);

  const [from = null, to = null] = ends.map((end) => indexOf(state, end));
  const isWithSystem = from === 0 || to === 0;
  const owing = (giver: number | null, taker: number | null, fallback: string) =>
    giver === null || taker === null ? fallback : `What ${nameOf(state, giver)} owes ${nameOf(state, taker)}`;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (from === null || to === null || kind === null) {
      setProblem("Choose both ends and the state of the tie.");
      return;
    }
    const [owes = "", owed = ""] = isWithSystem ? [] : duties.map((duty) => clean(duty, MAX_DUTY));
    setProblem(onKeep([from, to, STATES.indexOf(kind), owes, owed]));
  }

  return (
    <form onSubmit={submit} noValidate className="flex flex-col items-start gap-4">
      <h5 className="mt-0!">{isChange ? "Change this tie" : "Add a tie"}</h5>
      {["Between", "And"].map((label, end) => (
        <Field key={label} label={label} className="w-full">
          {(control) => (
            <Select
              {...control}
              ref={end === 0 ? first : undefined}
              value={ends[end]}
              onChange={({ target }) => setEnds(ends.with(end, target.value))}
            >
              <option value="">Choose first</option>
              {state.people.map(([name]) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
      ))}
      <RadioGroup
        legend="State of the tie"
        look="segments"
        options={STATE_OPTIONS}
        value={kind}
        onChange={setKind}
      />
      {isWithSystem ? (
        <p className="text-base text-muted">
          A system owes nothing, but the people behind it do. Write their duties into ties between people.
        </p>
      ) : (
        [
          owing(from, to, "What the first owes the second"),
          owing(to, from, "What the second owes the first"),
        ].map((label, end) => (
          <Field
            // biome-ignore lint/suspicious/noArrayIndexKey: the first and the second duty
            key={end}
            label={label}
            hint={end === 0 ? `At most ${MAX_DUTY} characters: “an answer within two days”.` : undefined}
            optional
            className="w-full"
          >
            {(control) => (
              <TextInput
                {...control}
                maxLength={MAX_DUTY}
                value={duties[end]}
                onChange={({ target }) => setDuties(duties.with(end, target.value))}
              />
            )}
          </Field>
        ))
      )}
      <p role="alert" className="font-semibold text-danger empty:hidden">
        {problem}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary">
          {isChange ? "Keep the change" : "Add the tie"}
        </Button>
        {isChange && (
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  );
}
