import { type KeyboardEvent, useEffect, useRef } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Progress } from "../../../ui/Progress.tsx";
import { Part } from "../kit.tsx";
import type { Answer, Application, HumanCheckData } from "./data.ts";
import { type HumanCheckState, isDecided, withDecision, withoutLast } from "./state.ts";
import { ANSWER_NAMES, monthWords, PAST, poundsWords, ruleWords } from "./words.ts";

/** The time since the case appeared, in milliseconds, or null if the page was hidden or loaded in between. */
function useCaseClock(isResumed: boolean): { read: () => number | null; restart: () => void } {
  const clock = useRef({ startedAt: 0, isInterrupted: true });
  const restart = () => {
    clock.current = { startedAt: performance.now(), isInterrupted: false };
  };
  // With the browser's own events: the page may be hidden without anything happening in React.
  useEffect(() => {
    clock.current = { startedAt: performance.now(), isInterrupted: isResumed };
    const interrupt = () => {
      if (document.hidden) clock.current.isInterrupted = true;
    };
    document.addEventListener("visibilitychange", interrupt);
    return () => document.removeEventListener("visibilitychange", interrupt);
  }, [isResumed]);
  const read = () => (clock.current.isInterrupted ? null : performance.now() - clock.current.startedAt);
  return { read, restart };
}

type Props = {
  data: HumanCheckData;
  state: HumanCheckState;
  onChange: (state: HumanCheckState) => void;
  /** The page was loaded in the middle, rather than the learner having just started. */
  wasResumed: boolean;
  onClose: () => void;
};

/** One application after the other, with the rules and the suggestion beside it. */
export function Deciding({ data, state, onChange, wasResumed, onClose }: Props) {
  const clock = useCaseClock(wasResumed);
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    if (!wasResumed) box.current?.focus();
  }, [wasResumed]);
  const count = data.cases.length;
  const index = state.answers.length;
  const application = data.cases[index];

  function decide(answer: Answer): void {
    if (!application) return;
    const next = withDecision(state, answer, clock.read());
    clock.restart();
    // The buttons disappear with the last case.
    if (isDecided(data, next)) box.current?.focus();
    onChange(next);
  }

  function undo(): void {
    if (!state.canUndo) return;
    clock.restart();
    box.current?.focus();
    onChange(withoutLast(state));
  }

  function press(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const key = event.key.toLowerCase();
    if (key === "a") decide("approve");
    else if (key === "r") decide("refuse");
    else if (key === "u") undo();
    else return;
    event.preventDefault();
  }

  return (
    <Part
      title={`2. Decide ${count} applications`}
      how="With a keyboard, while you are in the box: A approves, R refuses, and U undoes the last decision. You can close the page and continue later. A decision counts, but its time does not, if the page was hidden or reloaded meanwhile, if it took more than a minute, or after an undo."
    >
      <Progress label="Decided" value={index} max={count} valueText={`${index} of ${count} applications`} />
      <fieldset
        ref={box}
        tabIndex={-1}
        onKeyDown={press}
        className="flex scroll-mt-4 flex-col gap-4 rounded-lg border border-line p-4"
      >
        <legend className="sr-only">The application and your decision</legend>
        <div aria-live="polite">
          {application ? (
            <Case data={data} application={application} number={index + 1} />
          ) : (
            <p className="text-lg">
              All {count} are decided. You can still undo the last decision. After that, see what you caught.
            </p>
          )}
        </div>
        <div className="flex flex-wrap gap-3">
          {application ? (
            (["approve", "refuse"] as const).map((answer) => (
              <Button key={answer} variant="secondary" className="min-w-28" onClick={() => decide(answer)}>
                {ANSWER_NAMES[answer]}
              </Button>
            ))
          ) : (
            <Button onClick={onClose}>See what you caught</Button>
          )}
          {state.canUndo && (
            <Button variant="quiet" onClick={undo}>
              Undo: {index} was {PAST[state.answers.endsWith("a") ? "approve" : "refuse"]}
            </Button>
          )}
        </div>
      </fieldset>
    </Part>
  );
}

type CaseProps = { data: HumanCheckData; application: Application; number: number };

function Case({ data, application, number }: CaseProps) {
  const { group, wants, since, costs, members, suggested } = application;
  const [all, local] = members;
  const facts = [
    ["Active since", monthWords(since)],
    ["Costs", costs.map(([item, pounds]) => `${item} ${poundsWords(pounds)}`).join(", ")],
    ["Members", `${all}, of whom ${local} live in ${data.place}`],
  ] as const;
  return (
    <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[1fr_14rem]">
      <div className="flex min-h-80 flex-col gap-3 sm:min-h-60">
        <p className="text-base text-muted">
          Application {number} of {data.cases.length}
        </p>
        <p className="text-lg">
          <strong>{group}</strong> asks for {wants}.
        </p>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {facts.map(([name, fact]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="m-0">{fact}</dd>
            </div>
          ))}
        </dl>
        <p className="text-lg">
          The system suggests: <strong>{ANSWER_NAMES[suggested].toLowerCase()}</strong>
        </p>
      </div>
      <div className="text-base">
        <p className="font-semibold">Approve if all three are met</p>
        <ol>
          {ruleWords(data).map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ol>
      </div>
    </div>
  );
}
