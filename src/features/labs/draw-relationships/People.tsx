import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { clean, MAX_NAME, MAX_PEOPLE } from "./limits.ts";
import {
  fullOfPeople,
  nameOf,
  nameProblem,
  type RelationshipsState,
  withoutPerson,
  withPerson,
} from "./map.ts";

type Props = { state: RelationshipsState; onChange: (state: RelationshipsState) => void };

/** The list of people and groups, with the form that adds one. */
export function People({ state, onChange }: Props) {
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const isFull = state.people.length >= MAX_PEOPLE;

  function add(event: FormEvent): void {
    event.preventDefault();
    const found = nameProblem(state, name);
    setProblem(found);
    if (found) {
      input.current?.focus();
      return;
    }
    flushSync(() => onChange(withPerson(state, name)));
    // A full map has no form.
    (input.current ?? heading.current)?.focus();
    setSaid(`${clean(name, MAX_NAME)} was added. The map has ${state.people.length + 1} of ${MAX_PEOPLE}.`);
    setName("");
  }

  function remove(person: number): void {
    const next = withoutPerson(state, person);
    const ties = state.ties.length - next.ties.length;
    onChange(next);
    setProblem(null);
    setSaid(
      `${nameOf(state, person)} was removed${ties > 0 ? `, with ${ties} ${ties === 1 ? "tie" : "ties"}` : ""}.`,
    );
    heading.current?.focus();
  }

  return (
    <div className="flex flex-col gap-4">
      <h4 ref={heading} tabIndex={-1} className="mt-0!">
        People and groups: {state.people.length} of {MAX_PEOPLE}
      </h4>
      <ol className="flex list-none flex-col gap-2 pl-0">
        {state.people.map(([each, canSayNo], index) => (
          <li
            key={each}
            className="flex flex-wrap items-center gap-x-4 rounded-lg border border-line px-3 py-1"
          >
            <span className="min-w-0 flex-1 basis-48 py-2 wrap-anywhere">
              <span className="mr-2 font-semibold tabular-nums">{index + 1}</span>
              {each}
            </span>
            {index === 0 ? (
              <span className="text-muted">the system</span>
            ) : (
              <>
                <Checkbox
                  label={
                    <>
                      Can say no<span className="sr-only">: {each}</span>
                    </>
                  }
                  checked={canSayNo === 1}
                  onChange={({ target }) =>
                    onChange({
                      ...state,
                      people: state.people.map((person, place) =>
                        place === index ? [person[0], target.checked ? 1 : 0, person[2], person[3]] : person,
                      ),
                    })
                  }
                />
                <Button variant="quiet" aria-label={`Remove ${each}`} onClick={() => remove(index)}>
                  Remove
                </Button>
              </>
            )}
          </li>
        ))}
      </ol>
      {isFull ? (
        <p className="font-semibold">{fullOfPeople}</p>
      ) : (
        <form onSubmit={add} noValidate className="flex flex-wrap items-end gap-3">
          <Field
            label="A person or a group"
            hint="A role, not a name: “night nurse”."
            error={problem ?? undefined}
            className="min-w-0 flex-1 basis-60"
          >
            {(control) => (
              <TextInput
                {...control}
                ref={input}
                maxLength={MAX_NAME}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
            )}
          </Field>
          <Button type="submit" variant="secondary">
            Add to the map
          </Button>
        </form>
      )}
      <p role="status" className="text-base text-muted">
        {said}
      </p>
    </div>
  );
}
