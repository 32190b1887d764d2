import { useEffect, useMemo, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { Table } from "../../../ui/Table.tsx";
import { defineLab, type ToyProps } from "../defineLab.tsx";
import { Guess, Part } from "../kit.tsx";
import { LEVELS, type Level, resultOf, runAgent, survey } from "./agent.ts";
import { type AgentKeysData, dataSchema } from "./data.ts";
import { Running } from "./Running.tsx";
import { type AgentKeysState, begin, GUESSES, stateSchema, withRun } from "./state.ts";
import { GUESS_NAMES, LEVEL_NAMES, levelAt } from "./words.ts";

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
  const isAtRest = !run || played >= run.events.length;
  return (
    <>
      {run ? <Running {...props} run={run} played={played} onFinish={finish} /> : <Keys {...props} />}
      {state.runs.length >= ENOUGH_RUNS && isAtRest && <EverySetting data={data} />}
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
