import { useState } from "react";
import { type AskState, askView, check, pick, readAsk, UNASKED } from "../../domain/course/ask.ts";
import type { AskIsland } from "../../domain/course/island.ts";
import { AskCard } from "../../ui/ask/AskCard.tsx";
import { Words } from "../../ui/Words.tsx";
import type { AnswersIn } from "./fields.ts";

type Props = { island: AskIsland; answers: AnswersIn };

/** A question in the text of a lesson. On paper the answers follow it. */
export function AskField({ island, answers: { givenTo, give, returns } }: Props) {
  // Until the row is stored, and if it cannot be.
  const [here, setHere] = useState<AskState | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const stored = givenTo(island.id);
  const state = here ?? readAsk(island, stored) ?? UNASKED;
  const isOther = here === null && stored !== undefined && readAsk(island, stored) === null;
  const view = askView(island, state);

  async function change(next: AskState | undefined): Promise<void> {
    if (!next || next === state) return;
    setHere(next);
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
        <p role="alert" className="ask-note text-danger">
          Not saved: the browser could not store your answer.
        </p>
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
