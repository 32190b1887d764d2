import { Ban, Check, CircleCheck, CircleSlash } from "lucide-react";
import { type FormEvent, useMemo, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { Table } from "../../../ui/Table.tsx";
import { defineLab } from "../defineLab.tsx";
import { Part } from "../Part.tsx";
import { StartAgain } from "../StartAgain.tsx";
import { type Event, LEVELS, type Level, type Result, resultOf, runAgent, survey } from "./agent.ts";
import { type AgentKeysData, dataSchema } from "./data.ts";
import { type AgentKeysState, begin, GUESSES, type Guess, stateSchema, withRun } from "./state.ts";

const LEVEL_NAMES: Record<Level, string> = { 0: "Never", 1: "Ask me", 2: "Always" };
const GUESS_NAMES: Record<Guess, string> = {
  nothing: "Nothing bad",
  papers: "It shows private papers to a stranger",
  money: "It pays money to a stranger",
  both: "It does both",
};
/** Runs until the last part appears: the first one, and another try. */
const ENOUGH_RUNS = 2;

type Props = { data: AgentKeysData; state: AgentKeysState; onChange: (state: AgentKeysState) => void };

function AgentKeys({ data, state, onChange }: Props) {
  const isRunning = state.answers !== null;
  return (
    <div className="flex flex-col gap-8">
      <Keys data={data} state={state} onChange={onChange} />
      {isRunning && <Running data={data} state={state} onChange={onChange} />}
      {state.runs.length >= ENOUGH_RUNS && <EverySetting data={data} state={state} />}
      {state.runs.length > 0 && <StartAgain onPress={() => onChange(begin(data))} />}
    </div>
  );
}

/** The learner chooses the permissions and, before the first run, predicts the worst that can happen. */
function Keys({ data, state, onChange }: Props) {
  const [chosen, setChosen] = useState<Guess | null>(null);
  const isRunning = state.answers !== null;
  const isFirst = state.guess === null;

  function submit(event: FormEvent): void {
    event.preventDefault();
    const guess = state.guess ?? chosen;
    if (guess) onChange(started(data, { ...state, guess }));
  }

  return (
    <Part title="1. Give it the keys">
      <p>You run a small office. This is what you ask your assistant, which can use your tools by itself:</p>
      <blockquote>{data.task}</blockquote>
      {isRunning ? (
        <p>
          Your keys:{" "}
          {data.tools.map(({ name }, index) => `${name}: ${nameAt(state.keys, index)}`).join(" · ")}
        </p>
      ) : (
        <form onSubmit={submit} className="flex flex-col items-start gap-5">
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
          {isFirst && (
            <RadioGroup
              legend="Before it starts: what is the worst that it will do with these keys?"
              options={GUESSES.map((guess) => ({ value: guess, label: GUESS_NAMES[guess] }))}
              value={chosen}
              onChange={setChosen}
            />
          )}
          <Button type="submit" disabled={isFirst && chosen === null}>
            Let it run
          </Button>
        </form>
      )}
    </Part>
  );
}

/** The log of the run, the agent's requests, and then what really happened. */
function Running({ data, state, onChange }: Props) {
  const answers = state.answers ?? "";
  const run = useMemo(() => runAgent(data, state.keys, answers), [data, state.keys, answers]);
  const { pending } = run;
  const answer = (letter: "y" | "n") => {
    const next = answers + letter;
    const isOver = runAgent(data, state.keys, next).pending === null;
    onChange(isOver ? withRun(state, next) : { ...state, answers: next });
  };
  return (
    <Part title="2. Watch it work">
      <div role="log" aria-label="What the assistant does">
        <ol className="flex list-none flex-col gap-2 pl-0">
          {run.events.map((event) => (
            <LogLine key={event.step.id} event={event} isOver={pending === null} />
          ))}
        </ol>
      </div>
      <div role="status">
        {pending && (
          <div className="flex flex-col gap-3 rounded-lg border border-line p-4">
            <p className="text-base text-muted">Your assistant asks</p>
            <p className="text-lg">{pending.ask}</p>
          </div>
        )}
      </div>
      {pending ? (
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={() => answer("y")}>
            Approve
          </Button>
          <Button variant="secondary" onClick={() => answer("n")}>
            Refuse
          </Button>
        </div>
      ) : (
        <Outcome data={data} state={state} onChange={onChange} result={resultOf(run)} />
      )}
    </Part>
  );
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
    <li className="flex gap-3">
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

/** The agent's own report beside the harm that it leaves out, and the message with its hidden part. */
function Outcome({ data, state, onChange, result }: Props & { result: Result }) {
  const { mail, jobs } = data;
  const wasRead = runAgent(data, state.keys, state.answers ?? "").events.some(
    ({ step, outcome }) => step.id === "open" && outcome !== "blocked" && outcome !== "refused",
  );
  return (
    <>
      <p>
        <strong>Its report to you:</strong>{" "}
        {result.jobs.length > 0
          ? `“Done: ${result.jobs.map((job) => jobs[job - 1]).join("; ")}.”`
          : "“I could not do what you asked, because I may not use the tools for it.”"}
      </p>
      {state.runs.length === 1 && state.guess && (
        <p>You expected: {GUESS_NAMES[state.guess].toLowerCase()}.</p>
      )}
      {result.harms.length > 0 ? (
        <div>
          <p className="font-semibold">What the report leaves out:</p>
          <ul>
            {result.harms.map((harm) => (
              <li key={harm}>{harm}</li>
            ))}
          </ul>
        </div>
      ) : (
        <p>
          No harm was done. {result.jobs.length} of {jobs.length} jobs are finished, and you were asked{" "}
          {result.asked} {result.asked === 1 ? "time" : "times"}.
        </p>
      )}
      {wasRead && (
        <figure className="m-0 flex flex-col gap-3 rounded-lg border border-line p-4">
          <figcaption className="text-base text-muted">
            {mail.from}: “{mail.subject}”. The second paragraph is white on white, so you did not see it.
          </figcaption>
          <p>{mail.shown}</p>
          <p className="border-l-4 border-danger pl-3">{mail.hidden}</p>
        </figure>
      )}
      <Runs data={data} state={state} />
      {state.runs.length < ENOUGH_RUNS && (
        <p>Now change the keys and let it run again. Can you get every job done without harm?</p>
      )}
      <Button className="self-start" onClick={() => onChange({ ...state, answers: null })}>
        Rewind, with other keys
      </Button>
    </>
  );
}

/** The finished runs, to compare. */
function Runs({ data, state: { runs } }: Pick<Props, "data" | "state">) {
  return (
    <Table
      caption="Your runs"
      columns={[
        { header: "Keys" },
        { header: "Jobs done", numeric: true },
        { header: "Requests", numeric: true },
        { header: "Harm", numeric: true },
      ]}
      rows={runs.map(({ keys, answers }) => {
        const { jobs, asked, harms } = resultOf(runAgent(data, keys, answers));
        return [
          data.tools.map(({ name }, index) => `${name}: ${nameAt(keys, index)}`).join(" · "),
          `${jobs.length} of ${data.jobs.length}`,
          asked,
          harms.length,
        ];
      })}
    />
  );
}

/** The same agent with every possible setting, computed while the learner waits. */
function EverySetting({ data }: Pick<Props, "data" | "state">) {
  const found = useMemo(() => survey(data), [data]);
  return (
    <Part title="3. Every possible setting">
      <p>
        Five tools with three settings each make {found.settings} sets of keys. Your device has just run the
        agent with all of them, twice: once for someone who approves every request, and once for someone who
        reads each one and refuses everything that they did not ask for.
      </p>
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
      <p>
        For someone who approves everything, the best set of keys that does no harm finishes{" "}
        {found.mostJobsSafely} of {data.jobs.length} jobs. They have to do the rest themselves.
      </p>
    </Part>
  );
}

function levelAt(keys: string, index: number): Level {
  return LEVELS.find((level) => level === keys[index]) ?? "0";
}

function nameAt(keys: string, index: number): string {
  return LEVEL_NAMES[levelAt(keys, index)].toLowerCase();
}

function replaced(keys: string, index: number, level: Level): string {
  return `${keys.slice(0, index)}${level}${keys.slice(index + 1)}`;
}

/** The state at the beginning of a run, which may be over at once: without questions. */
function started(data: AgentKeysData, state: AgentKeysState): AgentKeysState {
  return runAgent(data, state.keys, "").pending === null ? withRun(state, "") : { ...state, answers: "" };
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  isDone: ({ runs }) => runs.length >= ENOUGH_RUNS,
  Content: AgentKeys,
});
