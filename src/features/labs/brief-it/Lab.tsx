import { type FormEvent, type Ref, useEffect, useMemo, useRef, useState } from "react";
import { once } from "../../../domain/once.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { Table } from "../../../ui/Table.tsx";
import { defineLab } from "../defineLab.tsx";
import { Part } from "../Part.tsx";
import { StartAgain } from "../StartAgain.tsx";
import {
  answerTo,
  type BriefItState,
  begin,
  changesByPart,
  hasCompared,
  stateSchema,
  withAnswerRead,
} from "./brief.ts";
import { type BriefItData, dataSchema, hasPart } from "./data.ts";
import { FindErrors } from "./FindErrors.tsx";

type Props = {
  data: BriefItData;
  state: BriefItState;
  onChange: (state: BriefItState) => void;
};

function BriefIt({ data, state, onChange }: Props) {
  const step = state.isChecked ? 3 : state.expected !== null ? 2 : state.guess !== null ? 1 : 0;
  const heading = useFocusWhenChanged(step);
  return (
    <div className="flex flex-col gap-8">
      <p>
        Your request is always the same: <em>“{data.request}”</em> You decide which of the five parts of a
        brief come with it. The answers were recorded: they were written for this lab, one for each of the 32
        possible briefs. No model runs here.
      </p>
      {state.guess === null ? (
        <Prediction data={data} heading={heading} onGuess={(guess) => onChange({ ...state, guess })} />
      ) : (
        <Assemble data={data} state={state} onChange={onChange} heading={step === 1 ? heading : undefined} />
      )}
      {hasCompared(state) && (
        <>
          <EveryBrief data={data} guess={state.guess ?? 0} />
          <FindErrors
            data={data}
            state={state}
            onChange={onChange}
            heading={step > 1 ? heading : undefined}
          />
        </>
      )}
      {state.guess !== null && <StartAgain onPress={() => onChange(begin(data))} />}
    </div>
  );
}

/** Moves the focus to the new part, because the button that was pressed is gone. Not after a reload. */
function useFocusWhenChanged(step: number): Ref<HTMLHeadingElement> {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current !== step) heading.current?.focus();
    before.current = step;
  }, [step]);
  return heading;
}

type PredictionProps = {
  data: BriefItData;
  heading: Ref<HTMLHeadingElement>;
  onGuess: (part: number) => void;
};

function Prediction({ data, heading, onGuess }: PredictionProps) {
  const [chosen, setChosen] = useState<string | null>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (chosen !== null) onGuess(Number(chosen));
  }

  return (
    <Part title="1. Before you begin" heading={heading}>
      <form onSubmit={submit} className="flex flex-col items-start gap-4">
        <RadioGroup
          legend="Which part of the brief will change these answers most?"
          options={data.parts.map(({ name }, index) => ({ value: `${index}`, label: name }))}
          value={chosen}
          onChange={setChosen}
        />
        <Button type="submit" disabled={chosen === null}>
          Write the brief
        </Button>
      </form>
    </Part>
  );
}

function Assemble({
  data,
  state,
  onChange,
  heading,
}: Props & { heading: Ref<HTMLHeadingElement> | undefined }) {
  const shown = state.tried.at(-1);
  const isStale = shown !== undefined && shown !== state.mask;
  return (
    <Part title="2. Put the brief together" heading={heading}>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-semibold">Tick the parts that go with your request</legend>
        {data.parts.map(({ id, name, text }, part) => (
          <Checkbox
            key={id}
            label={
              <>
                <strong>{name}.</strong> {text}
              </>
            }
            checked={hasPart(state.mask, part)}
            onChange={() => onChange({ ...state, mask: state.mask ^ (1 << part) })}
          />
        ))}
      </fieldset>
      <Button className="self-start" onClick={() => onChange(withAnswerRead(state))}>
        Read the answer
      </Button>
      <div role="status">{shown !== undefined && <Answer data={data} mask={shown} isStale={isStale} />}</div>
      {shown !== undefined && !hasCompared(state) && (
        <p>
          Change what is ticked and read again. The lab goes on when you have read the answer to the full
          brief and to at least one other.
        </p>
      )}
      {state.tried.length > 0 && (
        <p className="text-base text-muted">Answers read: {state.tried.length} of 32.</p>
      )}
    </Part>
  );
}

function Answer({ data, mask, isStale }: { data: BriefItData; mask: number; isStale: boolean }) {
  const pieces = answerTo(data, mask).filter(({ text }) => text !== "");
  const notes = pieces.flatMap(({ note }) => note ?? []);
  const words = pieces.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  const parts = data.parts.filter((_, part) => hasPart(mask, part)).map(({ name }) => name.toLowerCase());
  return (
    <div className="flex flex-col gap-4">
      <figure className="m-0 flex flex-col gap-3 rounded-lg border border-line p-4">
        <figcaption className="text-base text-muted">
          Recorded answer, {words} words. Brief: {parts.length > 0 ? parts.join(", ") : "the request alone"}.
          {isStale && " You have changed the brief since."}
        </figcaption>
        {pieces.map(({ text }) => (
          <p key={text}>{text}</p>
        ))}
      </figure>
      {notes.length > 0 ? (
        <div>
          <p className="font-semibold">What the answer does because something is missing:</p>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      ) : (
        <p>Every fact comes from the brief, and the one gap is marked [ASK].</p>
      )}
    </div>
  );
}

const LIST = once(() => new Intl.ListFormat("en-GB"));

/** All 32 recorded answers compared, which the device computes. */
function EveryBrief({ data, guess }: { data: BriefItData; guess: number }) {
  const changes = useMemo(() => changesByPart(data), [data]);
  const most = Math.max(...changes);
  const strongest = data.parts.filter((_, part) => changes[part] === most).map(({ name }) => name);
  return (
    <Part title="3. All 32 answers">
      <p className="text-lg font-semibold">
        What changed these answers most: {LIST().format(strongest)}. You said {data.parts[guess]?.name}.
      </p>
      <p>
        Each answer is made of up to {data.pieces.length} pieces. Your device has compared every brief that
        lacks a part with the same brief that has it, 16 pairs for each part, and counted the pieces that
        differ.
      </p>
      <Table
        caption="Pieces that change when a part is added"
        columns={[
          { header: "Part" },
          { header: "In 16 pairs", numeric: true },
          { header: "Per answer", numeric: true },
        ]}
        rows={data.parts.map(({ name }, part) => [
          name,
          changes[part] ?? 0,
          ((changes[part] ?? 0) / 16).toFixed(1),
        ])}
      />
    </Part>
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  isDone: ({ isChecked }) => isChecked,
  Content: BriefIt,
});
