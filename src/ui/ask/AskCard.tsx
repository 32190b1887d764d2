import { Check, X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Button } from "../Button.tsx";
import { cx } from "../cx.ts";
import { Words } from "../Words.tsx";
import { ASK_HOW } from "./askHow.ts";

type AskAnswer = {
  index: number;
  /** HTML from our content compiler, as are the reasons. */
  text: string;
  why?: string | undefined;
  isPicked: boolean;
  place?: number | undefined;
  isRight?: boolean | undefined;
};

type Props = {
  as: "one" | "all" | "scale" | "order" | "words";
  question: string;
  answers: readonly AskAnswer[];
  isSettled: boolean;
  canCheck: boolean;
  verdict: { words: string; isRight: boolean; whys: readonly string[] } | null;
  /** Shown once the question is settled. */
  after: readonly string[];
  onPick: (index: number) => void;
  onCheck: () => void;
  children?: ReactNode;
};

/**
 * A question in the text of a lesson (`askView` in domain/course/ask.ts has the rules). The answers are buttons, because in a group
 * of radio buttons an arrow key would answer. A button that can no longer be pressed keeps the focus.
 */
export function AskCard(props: Props) {
  const { as, question, answers, isSettled, canCheck, verdict, after, onPick, onCheck, children } = props;
  const id = useId();
  const how = ASK_HOW[as];
  const [isEarly, setIsEarly] = useState(false);
  const verdictRef = useVerdictInSight(isSettled, verdict?.words);

  return (
    <section className="block block-ask" aria-labelledby={id}>
      <p id={id} className="ask-question">
        {question}
      </p>
      {how && <p className="ask-how print:hidden">{how.hint}</p>}
      <ul className={`ask-answers ask-${as}`}>
        {answers.map((answer) => (
          <li key={answer.index}>
            <Answer
              answer={answer}
              isToggle={how !== null}
              isFixed={isSettled || (!how && answer.isPicked)}
              onPick={() => {
                setIsEarly(false);
                onPick(answer.index);
              }}
            />
            {answer.why && as !== "words" && <Why html={answer.why} />}
          </li>
        ))}
      </ul>
      {how && !isSettled && (
        <Button
          variant="secondary"
          className="ask-check print:hidden"
          onClick={() => {
            // A second press after a verdict is a slip.
            setIsEarly(!canCheck && !verdict);
            if (canCheck) onCheck();
          }}
        >
          Check
        </Button>
      )}
      <div ref={verdictRef} tabIndex={-1} role="status" className="ask-verdict print:hidden">
        {isEarly && <p>{how?.first}</p>}
        {verdict && (
          <p className={cx("font-semibold", verdict.isRight ? "text-done" : "text-danger")}>
            {verdict.words}
          </p>
        )}
        {verdict?.whys.map((why) => (
          <Why key={why} html={why} />
        ))}
      </div>
      {as === "words" &&
        answers.map(
          ({ index, text, why }) => why && <Why key={index} html={`<strong>${text}</strong> ${why}`} />,
        )}
      {isSettled && after.map((each) => <Why key={each} html={each} />)}
      {children}
    </section>
  );
}

function Why({ html }: { html: string }) {
  return (
    <p className="ask-why print:hidden">
      <Words html={html} />
    </p>
  );
}

type AnswerProps = { answer: AskAnswer; isToggle: boolean; isFixed: boolean; onPick: () => void };

function Answer({ answer, isToggle, isFixed, onPick }: AnswerProps) {
  const { text, isPicked, place, isRight } = answer;
  const isJudged = isRight !== undefined;
  const Icon = isRight ? Check : X;
  return (
    <button
      type="button"
      className={cx("ask-answer", isPicked && "is-picked", isJudged && (isRight ? "is-right" : "is-wrong"))}
      aria-pressed={isToggle ? isPicked : undefined}
      aria-disabled={isFixed || undefined}
      onClick={isFixed ? undefined : onPick}
    >
      {place !== undefined && <span className="ask-place">{place}.</span>}
      <Words html={text} />
      {isJudged && (
        <>
          <Icon aria-hidden="true" className="ask-mark" />
          <span className="sr-only">{markOf(isPicked, isRight)}</span>
        </>
      )}
    </button>
  );
}

function markOf(isPicked: boolean, isRight: boolean): string {
  return `, ${isPicked ? "your answer, " : ""}${isRight ? "right" : "not right"}`;
}

/**
 * Scrolls a new verdict into view, which may be behind the bar of the lesson, and moves the focus to it when a press of "Check" has
 * removed that button. Not for the verdict that is there when the lesson opens.
 */
function useVerdictInSight(isSettled: boolean, words: string | undefined) {
  const verdict = useRef<HTMLDivElement>(null);
  const shown = useRef(words);
  useEffect(() => {
    const isNew = words !== undefined && words !== shown.current;
    shown.current = words;
    if (!isNew) return;
    if (isSettled && document.activeElement === document.body) verdict.current?.focus();
    verdict.current?.scrollIntoView({ block: "nearest" });
  }, [isSettled, words]);
  return verdict;
}
