import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import type { RelationshipsData } from "./data.ts";
import { type Finding, findingsOf } from "./findings.ts";
import { clean, MAX_DUTY, MAX_GUESS, MAX_PEOPLE } from "./limits.ts";
import { fullOfPeople, isOnMap, type RelationshipsState, withPerson } from "./map.ts";

const QUESTIONS: Record<Finding["kind"], string> = {
  alone: "Without a tie: who knows them, and who would notice if they were gone?",
  owedNothing: "Owed nothing: is that so, or has nobody written it down?",
  oneWay: "One way only: what is owed in return, and does the other side agree?",
  nobodyCanSayNo: "Nobody can say no: who should be able to, and to whom would they say it?",
};
const KINDS = ["alone", "owedNothing", "oneWay", "nobodyCanSayNo"] as const;

/** What the map shows now, grouped by the question that it raises. */
export function Findings({ state, guess }: { state: RelationshipsState; guess: number }) {
  const findings = findingsOf(state);
  const expected = guess === MAX_GUESS ? `${guess} or more` : guess;
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="text-lg font-semibold">
        Your device found {state.found}. You said {expected}.
        {findings.length !== state.found && ` After your changes: ${findings.length}.`}
      </p>
      {KINDS.map((kind) => {
        const found = findings.filter((each) => each.kind === kind);
        if (found.length === 0) return null;
        return (
          <div key={kind}>
            <h4 className="mt-0!">{QUESTIONS[kind]}</h4>
            <ul>
              {found.map(({ text }) => (
                <li key={text} className="wrap-anywhere">
                  {text}
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      <p>
        {findings.length === 0
          ? "Nothing is left to find. A map cannot show who is not on it."
          : "Change the map above, and this list changes with it."}
      </p>
    </div>
  );
}

type GroupsProps = {
  data: RelationshipsData;
  state: RelationshipsState;
  onChange: (state: RelationshipsState) => void;
};

/** Groups that maps often leave out. Each is added, or left out for a reason. */
export function Groups({ data, state, onChange }: GroupsProps) {
  return (
    <ul className="flex list-none flex-col gap-4 pl-0">
      {data.groups.map(({ name, question }, index) => (
        <li key={name} className="flex flex-col gap-3 rounded-lg border border-line p-4">
          <div>
            <h4 className="mt-0!">{name}</h4>
            <p>{question}</p>
          </div>
          <Group
            name={name}
            state={state}
            reason={state.absent[index] ?? null}
            onAdd={() => onChange({ ...withPerson(state, name), absent: state.absent.with(index, null) })}
            onReason={(reason) => onChange({ ...state, absent: state.absent.with(index, reason) })}
          />
        </li>
      ))}
    </ul>
  );
}

type GroupProps = {
  name: string;
  state: RelationshipsState;
  reason: string | null;
  onAdd: () => void;
  onReason: (reason: string | null) => void;
};

function Group({ name, state, reason, onAdd, onReason }: GroupProps) {
  const [draft, setDraft] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const answer = useRef<HTMLParagraphElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isFull = state.people.length >= MAX_PEOPLE;
  const isAdded = isOnMap(state, name);
  const isOpen = !isAdded && reason === null;

  function add(): void {
    flushSync(onAdd);
    answer.current?.focus();
  }

  function leaveOut(event: FormEvent): void {
    event.preventDefault();
    const words = clean(draft, MAX_DUTY);
    setProblem(words === "" ? "Write a reason." : null);
    if (words === "") {
      input.current?.focus();
      return;
    }
    flushSync(() => onReason(words));
    answer.current?.focus();
  }

  return (
    <>
      <p ref={answer} role="status" tabIndex={-1} className="font-semibold wrap-anywhere empty:hidden">
        {isAdded ? "On the map. Give them a tie." : reason !== null ? `Not here, because ${reason}` : ""}
      </p>
      {isOpen && (
        <>
          {isFull ? (
            <p>{fullOfPeople}</p>
          ) : (
            <Button
              variant="secondary"
              className="self-start"
              aria-label={`Add to the map: ${name}`}
              onClick={add}
            >
              Add to the map
            </Button>
          )}
          <form onSubmit={leaveOut} noValidate className="flex flex-wrap items-end gap-3">
            <Field
              label={
                <>
                  Not here, because …<span className="sr-only"> ({name})</span>
                </>
              }
              error={problem ?? undefined}
              className="min-w-0 flex-1 basis-60"
            >
              {(control) => (
                <TextInput
                  {...control}
                  ref={input}
                  maxLength={MAX_DUTY}
                  value={draft}
                  onChange={({ target }) => setDraft(target.value)}
                />
              )}
            </Field>
            <Button type="submit" variant="secondary" aria-label={`Leave out: ${name}`}>
              Leave out
            </Button>
          </form>
        </>
      )}
      {!isAdded && reason !== null && (
        <Button
          variant="quiet"
          className="self-start"
          aria-label={`Think again: ${name}`}
          onClick={() => {
            setDraft(reason);
            flushSync(() => onReason(null));
            input.current?.focus();
          }}
        >
          Think again
        </Button>
      )}
    </>
  );
}
