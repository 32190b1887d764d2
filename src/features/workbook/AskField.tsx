import { useState } from "react";
import { type AskState, askView, check, pick, readAsk, UNASKED, writeAsk } from "../../domain/course/ask.ts";
import type { AskIsland } from "../../domain/course/island.ts";
import { AskCard } from "../../ui/ask/AskCard.tsx";
import { Button } from "../../ui/Button.tsx";
import { Words } from "../../ui/Words.tsx";
import type { AnswersIn } from "./fields.ts";

type Props = { island: AskIsland; answers: AnswersIn };

/**
 * What was chosen on this page and may not be stored yet, or cannot be: the state, what was stored before it, and what this page has
 * given since. As soon as something else is stored, another tab or device has answered.
 */
type Here = { state: AskState; over: string | undefined; given: string[] };

/** A question in the text of a lesson. On paper the answers follow it. */
export function AskField({ island, answers: { givenTo, give, returns } }: Props) {
  const [here, setHere] = useState<Here | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const stored = givenTo(island.id);
  const isAhead = here !== null && (stored === here.over || here.given.includes(stored ?? ""));
  const kept = readAsk(island, stored);
  const state = isAhead ? here.state : (kept ?? UNASKED);
  const isOther = !isAhead && stored !== undefined && kept === null;
  const view = askView(island, state);

  async function change(next: AskState | undefined): Promise<void> {
    if (!next || (next === state && !hasFailed)) return;
    const earlier = isAhead ? here : { over: stored, given: [] };
    setHere({ ...earlier, state: next, given: [...earlier.given, writeAsk(island.edition, next)] });
    try {
      await give(island, next);
      setHasFailed(false);
    } catch (error) {
      console.warn("The answer could not be saved", error);
      setHasFailed(true);
    }
  }

  return (
    <AskCard
      {...view}
      after={island.after ?? []}
      onPick={(index) => void change(pick(island, state, index))}
      onCheck={() => void change(check(island, state))}
    >
      {isOther && (
        <p className="ask-note">This question has changed since you answered it, so it is open again.</p>
      )}
      {hasFailed && (
        <div role="alert" className="ask-note flex flex-wrap items-center gap-3">
          <p className="font-semibold text-danger">Not saved: the browser could not store your answer.</p>
          <Button variant="secondary" onClick={() => void change(state)}>
            Try again
          </Button>
        </div>
      )}
      {view.isSettled && returns(island.id) && (
        <p className="ask-note print:hidden">We ask you this again on another day.</p>
      )}
      <AskKey island={island} />
    </AskCard>
  );
}

/** Paper has nothing to tap, so the answer is printed below the question. */
function AskKey({ island: { as, answers, right, after = [] } }: { island: AskIsland }) {
  const List = as === "order" ? "ol" : "ul";
  return (
    <div className="ask-key hidden print:block">
      <List>
        {right.map((index) => (
          <li key={index}>
            <strong>
              <Words html={answers[index]?.text ?? ""} />
            </strong>{" "}
            <Words html={answers[index]?.why ?? ""} />
          </li>
        ))}
      </List>
      {after.map((each) => (
        <p key={each}>
          <Words html={each} />
        </p>
      ))}
    </div>
  );
}
