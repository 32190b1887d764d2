import { useMemo } from "react";
import { once } from "../../../domain/once.ts";
import { Button } from "../../../ui/Button.tsx";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";
import { Table } from "../../../ui/Table.tsx";
import { defineLab, type ToyProps } from "../defineLab.tsx";
import { Guess, Part } from "../kit.tsx";
import {
  answerTo,
  type BriefItState,
  begin,
  changesByPart,
  hasCompared,
  scoreOf,
  stateSchema,
  withAnswerRead,
} from "./brief.ts";
import { type BriefItData, dataSchema, hasPart } from "./data.ts";
import { FindErrors } from "./FindErrors.tsx";

type Props = Omit<ToyProps<BriefItData, BriefItState>, "answerTo">;

function BriefIt(props: Props) {
  const { data, state, onChange } = props;
  return (
    <>
      {state.guess === null ? (
        <Part
          title="1. Before you begin"
          lead={
            <>
              Your request is always the same: <em>“{data.request}”</em>
            </>
          }
          how="You will decide which of the five parts of a brief come with it. The answers were recorded: they were written for this lab, one for each of the 32 possible briefs. No model runs here."
        >
          <Guess
            question="Which part of the brief will change these answers most?"
            options={data.parts.map(({ name }) => name)}
            onGuess={(guess) => onChange({ ...state, guess })}
          />
        </Part>
      ) : (
        <Assemble {...props} />
      )}
      {hasCompared(state) && (
        <>
          <EveryBrief data={data} guess={state.guess ?? 0} />
          <FindErrors {...props} />
        </>
      )}
    </>
  );
}

function Assemble({ data, state, onChange }: Props) {
  const shown = state.tried.at(-1);
  const isStale = shown !== undefined && shown !== state.mask;
  const notes = shown === undefined ? [] : answerTo(data, shown).flatMap(({ note }) => note ?? []);
  return (
    <Part
      title="2. Put the brief together"
      lead={`Tick what goes with “${data.request}”`}
      say={
        shown !== undefined &&
        `${notes.length === 0 ? "Nothing is missing." : `${notes.length} ${notes.length === 1 ? "fault" : "faults"} because something is missing.`} Answers read: ${state.tried.length} of 32.`
      }
      result={shown !== undefined && <Answer data={data} mask={shown} isStale={isStale} />}
      how={
        !hasCompared(state) &&
        "The lab goes on when you have read the answer to the full brief and to at least one other."
      }
    >
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">Tick the parts that go with your request</legend>
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
      <figure className="flex flex-col gap-3 rounded-lg border border-line p-4">
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
    <Part
      title="3. All 32 answers"
      say={`What changed these answers most: ${LIST().format(strongest)}. You said ${data.parts[guess]?.name}.`}
      result={
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
      }
      how={`Each answer is made of up to ${data.pieces.length} pieces. Your device has compared every brief that lacks a part with the same brief that has it, 16 pairs for each part, and counted the pieces that differ.`}
    />
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  steps: (state) => [state.guess !== null, hasCompared(state), state.isChecked],
  found: ({ tried, marks, expected }, data) => {
    const { hits, errors } = scoreOf(data, marks);
    return (
      <p>
        You read {tried.length} of 32 answers, and found {hits} of {errors} errors in an answer to a full
        brief. You had expected {expected}.
      </p>
    );
  },
  Toy: BriefIt,
});
