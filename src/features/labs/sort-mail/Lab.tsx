import { Check, X } from "lucide-react";
import { type FormEvent, useMemo, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { Progress } from "../../../ui/Progress.tsx";
import { Table } from "../../../ui/Table.tsx";
import { ChoiceForm, numbersTo } from "../ChoiceForm.tsx";
import { defineLab } from "../defineLab.tsx";
import { Part } from "../Part.tsx";
import { StartAgain } from "../StartAgain.tsx";
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

const WORDS: Record<Label, string> = { u: "Urgent", w: "Can wait", "-": "No label yet" };
const percent = (share: number) => `${Math.round(share * 100)}%`;

type Props = { data: SortMailData; state: SortMailState; onChange: (state: SortMailState) => void };

/** Four parts, each of which appears when the one before is done. */
function SortMail({ data, state, onChange }: Props) {
  const machine = useMemo(() => learned(data, state), [data, state]);
  const isLabelled = firstUnlabelled(state) === null && machine !== null;
  return (
    <div className="flex flex-col gap-8">
      <Labelling data={data} state={state} onChange={onChange} machine={machine} />
      {isLabelled && (
        <Test
          title="2. Test it on messages like these"
          lead="Ten new messages, in much the same words. The machine has not seen them."
          messages={data.alike}
          machine={machine}
          guess={state.alike}
          onGuess={(alike) => onChange({ ...state, alike })}
        />
      )}
      {isLabelled && state.alike !== null && (
        <Test
          title="3. Test it on messages unlike them"
          lead="Ten more, written by people who put things differently: politely, in passing, or with other words."
          messages={data.unlike}
          machine={machine}
          guess={state.unlike}
          onGuess={(unlike) => onChange({ ...state, unlike })}
        />
      )}
      {isLabelled && state.unlike !== null && <Spoiling data={data} state={state} onChange={onChange} />}
      {state.labels !== begin(data).labels && <StartAgain onPress={() => onChange(begin(data))} />}
    </div>
  );
}

/** The learner labels one message after the other and sees what the machine makes of the words. */
function Labelling({ data, state, onChange, machine }: Props & { machine: Classifier | null }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const count = data.examples.length;
  const index = chosen ?? firstUnlabelled(state) ?? count - 1;
  const labelled = count - state.labels.replace(/[^-]/g, "").length;
  const label = (next: Label) => {
    const after = withLabel(state, index, next);
    setChosen(firstUnlabelled(after) === null ? Math.min(index + 1, count - 1) : null);
    onChange(after);
  };
  return (
    <Part title="1. Label 20 messages">
      <p>
        These messages went to the mailbox of a housing office. For each one say whether someone must act
        today. There is no answer key: the machine learns from you.
      </p>
      <Progress
        label="Labelled"
        value={labelled}
        max={count}
        valueText={`${labelled} of ${count} messages`}
      />
      <div className="flex flex-col gap-3 rounded-lg border border-line p-4">
        <div aria-live="polite" className="min-h-28">
          <p className="text-base text-muted">
            Message {index + 1} of {count}
            {labelAt(state, index) !== "-" && `, your label: ${WORDS[labelAt(state, index)].toLowerCase()}`}
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
          {index < count - 1 && labelAt(state, index) !== "-" && (
            <Button variant="quiet" onClick={() => setChosen(index + 1)}>
              Next
            </Button>
          )}
        </div>
      </div>
      <Weights machine={machine} isComplete={labelled === count} />
    </Part>
  );
}

const SHOWN_WORDS = 5;

/** The words that say most, for each side. */
function Weights({ machine, isComplete }: { machine: Classifier | null; isComplete: boolean }) {
  if (!machine)
    return (
      <p className="text-muted">
        {isComplete
          ? "You gave every message the same label, so there is nothing to tell apart. Go back and change at least one."
          : "The machine has learned nothing yet. It needs at least one message of each kind."}
      </p>
    );
  const { words } = machine;
  const sides = [
    { title: "Point to “urgent”", words: words.slice(0, SHOWN_WORDS), isUrgent: true },
    { title: "Point to “can wait”", words: words.slice(-SHOWN_WORDS).reverse(), isUrgent: false },
  ];
  const most = Math.max(...sides.flatMap((side) => side.words.map(({ weight }) => Math.abs(weight))));
  return (
    <div className="flex flex-col gap-3">
      <h4 className="mt-0!">What it has learned about the words so far</h4>
      <p className="text-muted">
        The number shows how many times as often the word appears in messages of this kind.
      </p>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {sides.map(({ title, words: strongest, isUrgent }) => (
          <div key={title}>
            <p className="font-semibold">{title}</p>
            <ul aria-label={title} className="list-none pl-0">
              {strongest.map(({ word, weight }) => (
                <li key={word} className="grid grid-cols-[7rem_1fr_3rem] items-center gap-3">
                  <span>{word}</span>
                  <Bar share={Math.abs(weight) / most} isUrgent={isUrgent} />
                  <span className="text-right tabular-nums">{Math.exp(Math.abs(weight)).toFixed(1)}</span>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </div>
  );
}

/** Decorative: the number is beside it. */
function Bar({ share, isUrgent }: { share: number; isUrgent: boolean }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-full">
      <rect width={share * 100} height="8" className={isUrgent ? "fill-clay" : "fill-indigo"} />
    </svg>
  );
}

type TestProps = {
  title: string;
  lead: string;
  messages: SortMailData["alike"];
  machine: Classifier;
  /** The learner's prediction, after which the result is shown. */
  guess: number | null;
  onGuess: (guess: number) => void;
};

function Test({ title, lead, messages, machine, guess, onGuess }: TestProps) {
  const rows = useMemo(() => tested(machine, messages), [machine, messages]);
  const right = rows.filter(({ isRight }) => isRight).length;

  return (
    <Part title={title}>
      <p>{lead}</p>
      {guess === null ? (
        <ChoiceForm
          label={"How many of the ten will it get right?"}
          options={numbersTo(messages.length)}
          action="Test it"
          onChoose={onGuess}
        />
      ) : null}
      <div role="status">
        {guess !== null && (
          <p className="text-lg font-semibold">
            It got {right} of {messages.length} right. You said {guess}.
          </p>
        )}
      </div>
      {guess !== null && (
        <Table
          caption="Message by message"
          captionHidden
          columns={[
            { header: "Message" },
            { header: "Chance of urgent", numeric: true },
            { header: "Same as our label?" },
          ]}
          rows={rows.map(({ text, urgent, urgency, isRight }) => [
            text,
            percent(urgency),
            <Verdict key="verdict" isRight={isRight} urgent={urgent} />,
          ])}
        />
      )}
    </Part>
  );
}

function Verdict({ isRight, urgent }: { isRight: boolean; urgent: boolean }) {
  const Icon = isRight ? Check : X;
  return (
    <span className={isRight ? "text-done" : "font-semibold text-danger"}>
      <Icon aria-hidden="true" className="mr-1 inline size-5 align-[-0.2em]" />
      {isRight ? "Yes" : `No, it is ${urgent ? "urgent" : "not urgent"}`}
    </span>
  );
}

/** The machine is trained again with labels that treat one house differently. */
function Spoiling({ data, state, onChange }: Props) {
  const [chosen, setChosen] = useState("");
  const { place, pair, examples } = data;
  const changed = examples.filter(
    ({ text }, index) => text.includes(place) && state.labels[index] === "u",
  ).length;
  const [honest, lopsided] = useMemo(() => [learned(data, state), spoilt(data, state)], [data, state]);
  const options = [
    { value: "same", label: "Both the same" },
    { value: "first", label: pair[0] },
    { value: "second", label: pair[1] },
  ];

  function submit(event: FormEvent): void {
    event.preventDefault();
    const guess = SPOILT_GUESSES.find((each) => each === chosen);
    if (guess) onChange({ ...state, spoilt: guess });
  }

  return (
    <Part title="4. Spoil it">
      <p>
        Now someone in the office decides that tenants of {place} House complain too much. From today every
        message that names {place} is labelled “can wait”. That changes {changed} of your {examples.length}{" "}
        labels. The machine is never told why, and is trained again.
      </p>
      {state.spoilt === null && (
        <form onSubmit={submit} className="flex flex-col items-start gap-4">
          <RadioGroup
            legend="Which of these two messages will it call more urgent?"
            options={options}
            value={chosen}
            onChange={setChosen}
          />
          <Button type="submit" disabled={chosen === ""}>
            Train it again
          </Button>
        </form>
      )}
      <div role="status">
        {state.spoilt !== null && (
          <p>
            You said: <strong>{options.find(({ value }) => value === state.spoilt)?.label}</strong>
          </p>
        )}
      </div>
      {state.spoilt !== null && honest && lopsided && (
        <Table
          caption="Chance of urgent, before and after"
          columns={[
            { header: "Message" },
            { header: "Your labels", numeric: true },
            { header: "Lopsided labels", numeric: true },
          ]}
          rows={pair.map((text) => [text, percent(honest.urgency(text)), percent(lopsided.urgency(text))])}
        />
      )}
    </Part>
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  isDone: ({ spoilt: guess }) => guess !== null,
  Content: SortMail,
});
