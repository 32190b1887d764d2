import { askView, check, isAskRight, pick, readAsk, UNASKED, writeAsk } from "../../domain/course/ask.ts";
import type { AskIsland } from "../../domain/course/island.ts";
import { AskCard } from "../../ui/ask/AskCard.tsx";
import { Words } from "../../ui/Words.tsx";
import type { AnswersIn } from "./fields.ts";
import { GivenNotes, useGiven } from "./useGiven.tsx";

type Props = { island: AskIsland; answers: AnswersIn };

/** A question in the text of a lesson. On paper the answers follow it. */
export function AskField({ island, answers }: Props) {
  const given = useGiven({
    id: island.id,
    answers,
    empty: UNASKED,
    read: (stored) => readAsk(island, stored),
    write: (state) => writeAsk(island.edition, state),
    isRight: (state) => (state.isOpen ? null : isAskRight(island, state)),
  });
  const { state, change } = given;
  const view = askView(island, state);
  return (
    <AskCard
      {...view}
      after={island.after ?? []}
      onPick={(index) => change(pick(island, state, index))}
      onCheck={() => change(check(island, state) ?? state)}
    >
      <GivenNotes
        given={given}
        changed="This question has changed since you answered it, so it is open again."
        isLost={answers.isLost(island.id)}
      />
      {view.isSettled && answers.returns(island.id) && (
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
