import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import type { AnswersIn } from "./fields.ts";

/** What a question or an exercise of a text needs to store what the learner chose. */
type Stored<State> = {
  id: string;
  answers: Pick<AnswersIn, "givenTo" | "give">;
  empty: State;
  /** Null if nothing is stored, or an answer to another edition. */
  read: (stored: string | undefined) => State | null;
  write: (state: State) => string;
  /** Null if the state was not checked. */
  isRight: (state: State) => boolean | null;
};

/**
 * What was chosen on this page and may not be stored yet, or cannot be: the state, what was stored before it, and what this page has
 * given since. As soon as something else is stored, another tab or device has answered.
 */
type Here<State> = { state: State; over: string | undefined; given: string[] };

export type Given<State> = {
  state: State;
  /** True if what is stored was given to another edition. */
  isOther: boolean;
  hasFailed: boolean;
  change: (next: State) => void;
};

/** The state of a question or an exercise, whichever page, tab or device has chosen it. */
export function useGiven<State>({ id, answers, empty, read, write, isRight }: Stored<State>): Given<State> {
  const [here, setHere] = useState<Here<State> | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const stored = answers.givenTo(id);
  const isAhead = here !== null && (stored === here.over || here.given.includes(stored ?? ""));
  // This page has caught up, or another was later. It is not ahead again if what is stored returns to an earlier state.
  if (here && (!isAhead || stored === here.given.at(-1))) setHere(null);
  const kept = read(stored);
  const state = isAhead ? here.state : (kept ?? empty);

  async function change(next: State): Promise<void> {
    if (next === state && !hasFailed) return;
    const earlier = isAhead ? here : { over: stored, given: [] };
    const given = write(next);
    setHere({ ...earlier, state: next, given: [...earlier.given, given] });
    try {
      await answers.give(id, given, isRight(next));
      setHasFailed(false);
    } catch (error) {
      console.warn("The answer could not be saved", error);
      setHasFailed(true);
    }
  }

  return {
    state,
    isOther: !isAhead && stored !== undefined && kept === null,
    hasFailed,
    change: (next) => void change(next),
  };
}

type NotesProps<State> = {
  given: Given<State>;
  /** What the learner reads if the text has changed. */
  changed: string;
  isLost: boolean;
};

/** What a learner must know about what they chose. */
export function GivenNotes<State>({ given, changed, isLost }: NotesProps<State>) {
  const { state, isOther, hasFailed, change } = given;
  return (
    <>
      {isOther && <p className="ask-note">{changed}</p>}
      {isLost && (
        <p className="ask-note print:hidden">
          You are not signed in, so your answers on this page will be lost when you sign in, or close or
          reload this tab.
        </p>
      )}
      {hasFailed && (
        <div role="alert" className="ask-note flex flex-wrap items-center gap-3">
          <p className="font-semibold text-danger">Not saved: the browser could not store your answer.</p>
          <Button variant="secondary" onClick={() => change(state)}>
            Try again
          </Button>
        </div>
      )}
    </>
  );
}
