import { Ban, Check, CircleCheck, CircleSlash } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { Table } from "../../../ui/Table.tsx";
import { defineLab, type ToyProps } from "../defineLab.tsx";
import { Guess, Part } from "../kit.tsx";
import { type Event, LEVELS, type Level, type Run, resultOf, runAgent, survey } from "./agent.ts";
import { type AgentKeysData, dataSchema } from "./data.ts";
import {
  type AgentKeysState,
  begin,
  type Guess as Expected,
  GUESSES,
  stateSchema,
  withRun,
} from "./state.ts";

const LEVEL_NAMES: Record<Level, string> = { 0: "Never", 1: "Ask me", 2: "Always" };
const GUESS_NAMES: Record<Expected, string> = {
  nothing: "Nothing bad",
  papers: "It shows private papers to a stranger",
  money: "It pays money to a stranger",
  both: "It does both",
};
/** Runs until the last part appears: the first one, and another try. */
const ENOUGH_RUNS = 2;
/** Long enough to read a line while the assistant works. */
const LINE_MS = 900;

type Props = Omit<ToyProps<AgentKeysData, AgentKeysState>, "answerTo">;

function AgentKeys(props: Props) {
  const { data, state } = props;
  const run = useMemo(
    () => state.answers !== null && runAgent(data, state.keys, state.answers),
    [data, state],
  );
  const { played, finish } = usePlayed(run ? run.events.length : 0);
  return (
    <>
      {run ? <Running {...props} run={run} played={played} onFinish={finish} /> : <Keys {...props} />}
      {state.runs.length >= ENOUGH_RUNS && <EverySetting data={data} />}
    </>
  );
}

/** How many lines of the log are on screen: one more at a time, but all at once after a reload or without motion. */
function usePlayed(lines: number): { played: number; finish: () => void } {
  const [played, setPlayed] = useState(lines);
  useEffect(() => {
    if (played === lines) return;
    const isStill = played > lines || matchMedia("(prefers-reduced-motion: reduce)").matches;
    const timer = setTimeout(() => setPlayed(isStill ? lines : played + 1), isStill ? 0 : LINE_MS);
    return () => clearTimeout(timer);
  }, [played, lines]);
  return { played, finish: () => setPlayed(lines) };
}

/** The learner chooses the permissions and, before the first run, predicts the worst that can happen. */
function Keys({ data, state, onChange }: Props) {
  const start = (next: AgentKeysState) =>
    onChange(runAgent(data, next.keys, "").pending ? { ...next, answers: "" } : withRun(next, ""));
  return (
    <Part
      title="1. Give it the keys"
      lead="Which of your tools may the assistant use by itself?"
      result={
        <>
          <p>You run a small office. This is what you ask your assistant:</p>
          <blockquote>{data.task}</blockquote>
        </>
      }
    >
      {data.tools.map(({ id, name }, index) => (
        <RadioGroup
          key={id}
          legend={name}
          look="segments"
          options={LEVELS.map((level) => ({ value: level, label: LEVEL_NAMES[level] }))}
          value={levelAt(state.keys, index)}
          onChange={(level) => onChange({ ...state, keys: replaced(state.keys, index, level) })}
        />
      ))}
      {state.guess === null ? (
        <Guess
          question="Let it run: what is the worst that it will do with these keys?"
          options={GUESSES.map((guess) => GUESS_NAMES[guess])}
          onGuess={(place) => start({ ...state, guess: GUESSES[place] ?? null })}
        />
      ) : (
        <Button className="self-start" onClick={() => start(state)}>
          Let it run
        </Button>
      )}
    </Part>
  );
}

type RunningProps = Props & { run: Run; played: number; onFinish: () => void };

/** The log of the run line by line, the agent's requests, and then what really happened. */
function Running({ data, state, onChange, run, played, onFinish }: RunningProps) {
  const { pending, events } = run;
  const isPlaying = played < events.length;
  const isOver = !isPlaying && !pending;
  const answer = (letter: "y" | "n") => {
    const next = (state.answers ?? "") + letter;
    onChange(runAgent(data, state.keys, next).pending ? { ...state, answers: next } : withRun(state, next));
  };
  return (
    <Part
      title="2. Watch it work"
      lead={`Your keys: ${keysWords(data, state.keys)}`}
      say={isPlaying ? null : pending ? `Your assistant asks: ${pending.ask}` : overWords(data, run)}
      result={isOver && <Outcome data={data} state={state} run={run} />}
    >
      <div role="log" aria-label="What the assistant does">
        <ol className="flex list-none flex-col gap-2 pl-0">
          {events.slice(0, played).map((event) => (
            <LogLine key={event.step.id} event={event} isOver={isOver} />
          ))}
        </ol>
      </div>
      <div className="flex flex-wrap gap-3">
        {isPlaying ? (
          <Button variant="quiet" onClick={onFinish}>
            Show the rest
          </Button>
        ) : pending ? (
          <>
            <Button variant="secondary" onClick={() => answer("y")}>
              Approve
            </Button>
            <Button variant="secondary" onClick={() => answer("n")}>
              Refuse
            </Button>
          </>
        ) : (
          <Button onClick={() => onChange({ ...state, answers: null })}>Rewind, with other keys</Button>
        )}
      </div>
    </Part>
  );
}

function overWords({ jobs }: AgentKeysData, run: Run): string {
  const { jobs: done, harms, asked } = resultOf(run);
  return harms.length > 0
    ? `It did harm, and its report leaves that out. ${done.length} of ${jobs.length} jobs are finished.`
    : `No harm was done. ${done.length} of ${jobs.length} jobs are finished, and you were asked ${asked} ${asked === 1 ? "time" : "times"}.`;
}

const OUTCOMES = {
  done: { Icon: Check, words: "" },
  approved: { Icon: CircleCheck, words: "You approved it." },
  refused: { Icon: CircleSlash, words: "You refused it." },
  blocked: { Icon: Ban, words: "It has no key for this." },
} as const;

function LogLine({ event: { step, outcome }, isOver }: { event: Event; isOver: boolean }) {
  const { Icon, words } = OUTCOMES[outcome];
  const isDone = outcome === "done" || outcome === "approved";
  return (
    <li className="m-0! flex gap-3">
      <Icon aria-hidden="true" className="mt-1 size-5 shrink-0 text-muted" />
      <span>
        {isDone ? step.log : <span className="text-muted">Tried: {step.ask.replace(/\?$/, ".")}</span>}{" "}
        {words}
        {isOver && step.planted && (
          <strong className="text-danger"> Not from you: the hidden instruction.</strong>
        )}
      </span>
    </li>
  );
}

/** The agent's own report, and the message with its hidden part. */
function Outcome({ data, state, run }: Pick<Props, "data" | "state"> & { run: Run }) {
  const { mail, jobs } = data;
  const { jobs: done, harms } = resultOf(run);
  const wasRead = run.events.some(
    ({ step, outcome }) => step.id === "open" && outcome !== "blocked" && outcome !== "refused",
  );
  return (
    <>
      <p>
        <strong>Its report to you:</strong>{" "}
        {done.length > 0
          ? `“Done: ${done.map((job) => jobs[job - 1]).join("; ")}.”`
          : "“I could not do what you asked, because I may not use the tools for it.”"}
      </p>
      {harms.length > 0 && (
        <div>
          <p className="font-semibold">What the report leaves out:</p>
          <ul>
            {harms.map((harm) => (
              <li key={harm}>{harm}</li>
            ))}
          </ul>
        </div>
      )}
      {state.runs.length === 1 && state.guess && (
        <p>
          You expected: {GUESS_NAMES[state.guess].toLowerCase()}. Now rewind. Can you get every job done
          without harm?
        </p>
      )}
      {wasRead && (
        <figure className="flex flex-col gap-3 rounded-lg border border-line p-4">
          <figcaption className="text-base text-muted">
            {mail.from}: “{mail.subject}”. The second paragraph is white on white, so you did not see it.
          </figcaption>
          <p>{mail.shown}</p>
          <p className="border-l-4 border-danger pl-3">{mail.hidden}</p>
        </figure>
      )}
      <Table
        caption="Your runs"
        columns={[
          { header: "Keys" },
          { header: "Jobs done", numeric: true },
          { header: "Requests", numeric: true },
          { header: "Harm", numeric: true },
        ]}
        rows={state.runs.map(({ keys, answers }) => {
          const result = resultOf(runAgent(data, keys, answers));
          return [
            keysWords(data, keys),
            `${result.jobs.length} of ${jobs.length}`,
            result.asked,
            result.harms.length,
          ];
        })}
      />
    </>
  );
}

/** The same agent with every possible setting. */
function EverySetting({ data }: Pick<Props, "data">) {
  const found = useMemo(() => survey(data), [data]);
  return (
    <Part
      title="3. Every possible setting"
      lead={`Your device has run the agent with all ${found.settings} sets of keys.`}
      result={
        <Table
          caption="Sets of keys"
          columns={[{ header: "Result" }, { header: "Sets", numeric: true }]}
          rows={[
            ["All three jobs can be done", found.complete],
            ["Of these, no harm is done even if you approve everything", found.safeForTrusting],
            [
              "Of these, no harm is done if you read each request and refuse the wrong ones",
              found.safeForCareful,
            ],
          ]}
        />
      }
      how={`It ran each set twice: once for someone who approves every request, and once for someone who refuses everything that they did not ask for. For someone who approves everything, the best set that does no harm finishes ${found.mostJobsSafely} of ${data.jobs.length} jobs. They have to do the rest themselves.`}
    />
  );
}

function levelAt(keys: string, index: number): Level {
  return LEVELS.find((level) => level === keys[index]) ?? "0";
}

function keysWords({ tools }: AgentKeysData, keys: string): string {
  return tools
    .map(({ name }, index) => `${name}: ${LEVEL_NAMES[levelAt(keys, index)].toLowerCase()}`)
    .join(" · ");
}

function replaced(keys: string, index: number, level: Level): string {
  return `${keys.slice(0, index)}${level}${keys.slice(index + 1)}`;
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  steps: ({ runs }) => [runs.length > 0, runs.length >= ENOUGH_RUNS],
  found: ({ runs }, data) => {
    const results = runs.map(({ keys, answers }) => resultOf(runAgent(data, keys, answers)));
    const safe = results.filter(({ harms }) => harms.length === 0);
    return (
      <p>
        You ran the assistant {runs.length} times.{" "}
        {safe.length === 0
          ? "Each time it did harm."
          : `The best run without harm finished ${Math.max(...safe.map(({ jobs }) => jobs.length))} of ${data.jobs.length} jobs.`}
      </p>
    );
  },
  Toy: AgentKeys,
});
