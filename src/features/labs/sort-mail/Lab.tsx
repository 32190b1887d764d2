import { useMemo, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Table } from "../../../ui/Table.tsx";
import { defineLab, type ToyProps } from "../defineLab.tsx";
import { Guess, Part, percent } from "../kit.tsx";
import { dataSchema, type SortMailData } from "./data.ts";
import type { Classifier } from "./naiveBayes.ts";
import {
  begin,
  firstUnlabelled,
  type Label,
  labelAt,
  learned,
  type SortMailState,
  SPOILT_GUESSES,
  spoilt,
  stateSchema,
  tested,
  withLabel,
} from "./state.ts";
import { Test } from "./Test.tsx";

const WORDS: Record<Label, string> = { u: "urgent", w: "can wait", "-": "" };

type Props = Omit<ToyProps<SortMailData, SortMailState>, "answerTo">;

function SortMail({ data, state, onChange }: Props) {
  const machine = useMemo(() => learned(data, state), [data, state]);
  const trained = firstUnlabelled(state) === null ? machine : null;
  return (
    <>
      <Labelling data={data} state={state} onChange={onChange} machine={machine} />
      {trained && (
        <Test
          title="2. Test it on messages like these"
          lead="Ten new messages, in much the same words. The machine has not seen them."
          messages={data.alike}
          machine={trained}
          guess={state.alike}
          onGuess={(alike) => onChange({ ...state, alike })}
        />
      )}
      {trained && state.alike !== null && (
        <Test
          title="3. Test it on messages unlike them"
          lead="Ten more, by people who put things politely, in passing, or with other words."
          messages={data.unlike}
          machine={trained}
          guess={state.unlike}
          onGuess={(unlike) => onChange({ ...state, unlike })}
        />
      )}
      {trained && state.unlike !== null && <Spoiling data={data} state={state} onChange={onChange} />}
    </>
  );
}

/** The learner labels one message after the other and sees what the machine makes of the words. */
function Labelling({ data, state, onChange, machine }: Props & { machine: Classifier | null }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const count = data.examples.length;
  const index = chosen ?? firstUnlabelled(state) ?? count - 1;
  const labelled = count - state.labels.replace(/[^-]/g, "").length;
  const given = labelAt(state, index);
  const label = (next: Label) => {
    const after = withLabel(state, index, next);
    setChosen(firstUnlabelled(after) === null ? Math.min(index + 1, count - 1) : null);
    onChange(after);
  };
  return (
    <Part
      title={`1. Label ${count} messages`}
      lead="Must someone at the housing office act today?"
      say={`${labelled} of ${count} labelled. ${learnedWords(machine, labelled === count)}`}
      result={machine && <Weights machine={machine} />}
      how="There is no answer key: the machine learns from you. It counts how often each word appears in messages of each kind."
    >
      <div aria-live="polite" className="min-h-28 rounded-card border border-line bg-surface p-4">
        <p className="text-base text-muted">
          Message {index + 1} of {count}
          {given !== "-" && `, your label: ${WORDS[given]}`}
        </p>
        <p className="mt-1 text-lg">{data.examples[index]?.text}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => label("u")}>
          Urgent
        </Button>
        <Button variant="secondary" onClick={() => label("w")}>
          Can wait
        </Button>
        {index > 0 && (
          <Button variant="quiet" onClick={() => setChosen(index - 1)}>
            Back
          </Button>
        )}
        {index < count - 1 && given !== "-" && (
          <Button variant="quiet" onClick={() => setChosen(index + 1)}>
            Next
          </Button>
        )}
      </div>
    </Part>
  );
}

function learnedWords(machine: Classifier | null, isComplete: boolean): string {
  if (machine) return `Most urgent word: “${machine.words[0]?.word}”.`;
  return isComplete
    ? "Every message has the same label, so there is nothing to tell apart. Go back and change at least one."
    : "The machine has learned nothing yet.";
}

const SHOWN_WORDS = 5;

/** The words that say most, for each side. */
function Weights({ machine: { words } }: { machine: Classifier }) {
  const sides = [
    { title: "Point to “urgent”", words: words.slice(0, SHOWN_WORDS), fill: "fill-clay" },
    { title: "Point to “can wait”", words: words.slice(-SHOWN_WORDS).reverse(), fill: "fill-indigo" },
  ];
  const most = Math.max(...sides.flatMap((side) => side.words.map(({ weight }) => Math.abs(weight))));
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
      {sides.map(({ title, words: strongest, fill }) => (
        <div key={title}>
          <p className="font-semibold">{title}</p>
          <ul aria-label={title} className="list-none pl-0">
            {strongest.map(({ word, weight }) => (
              <li key={word} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_auto] items-center gap-3">
                <span className="wrap-anywhere">{word}</span>
                <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-full">
                  <rect width={(100 * Math.abs(weight)) / most} height="8" className={fill} />
                </svg>
                <span className="text-right tabular-nums">× {Math.exp(Math.abs(weight)).toFixed(1)}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

/** The machine is trained again with labels that treat one house differently. */
function Spoiling({ data, state, onChange }: Props) {
  const { place, pair, examples } = data;
  const changed = examples.filter(
    ({ text }, index) => text.includes(place) && state.labels[index] === "u",
  ).length;
  const [honest, lopsided] = useMemo(() => [learned(data, state), spoilt(data, state)], [data, state]);
  const options = ["Both the same", ...pair];
  const said = state.spoilt && options[SPOILT_GUESSES.indexOf(state.spoilt)];
  return (
    <Part
      title="4. Spoil it"
      lead={`From today, every message that names ${place} House is labelled “can wait”.`}
      say={said && `You said: ${said}`}
      result={
        said &&
        honest &&
        lopsided && (
          <Table
            caption="Chance of urgent, before and after"
            columns={[
              { header: "Message" },
              { header: "Your labels", numeric: true },
              { header: "Lopsided labels", numeric: true },
            ]}
            rows={pair.map((text) => [text, percent(honest.urgency(text)), percent(lopsided.urgency(text))])}
          />
        )
      }
      how={`Someone in the office has decided that these tenants complain too much. That changes ${changed} of your ${examples.length} labels. The machine is never told why, and is trained again.`}
    >
      {!said && (
        <Guess
          question="Which of these two messages will it now call more urgent?"
          options={options}
          onGuess={(guess) => onChange({ ...state, spoilt: SPOILT_GUESSES[guess] ?? null })}
        />
      )}
    </Part>
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  steps: (state) => [
    firstUnlabelled(state) === null,
    state.alike !== null,
    state.unlike !== null,
    state.spoilt !== null,
  ],
  found: (state, data) => {
    const machine = learned(data, state);
    if (!machine) return null;
    const right = (messages: SortMailData["alike"]) =>
      tested(machine, messages).filter(({ isRight }) => isRight).length;
    return (
      <p>
        The machine that you trained got {right(data.alike)} of ten right in familiar words and{" "}
        {right(data.unlike)} of ten in other words. One word, {data.place}, then decided who waits.
      </p>
    );
  },
  Toy: SortMail,
});
