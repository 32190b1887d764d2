import { Ban, Check, CircleCheck, CircleSlash } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import { Table } from "../../../ui/Table.tsx";
import { Part } from "../kit.tsx";
import { type Event, type Run, resultOf, runAgent } from "./agent.ts";
import type { AgentKeysData } from "./data.ts";
import { type AgentKeysState, withRun } from "./state.ts";
import { GUESS_NAMES, keysWords } from "./words.ts";

type Props = {
  data: AgentKeysData;
  state: AgentKeysState;
  onChange: (state: AgentKeysState) => void;
  run: Run;
  /** How many lines of the log are on screen. */
  played: number;
  onFinish: () => void;
};

/** The log of the run line by line, the agent's requests, and then what really happened. */
export function Running({ data, state, onChange, run, played, onFinish }: Props) {
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
