import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { certificateDay } from "../../domain/certificateText.ts";
import { Button } from "../../ui/Button.tsx";
import type { Answer } from "./answer.ts";
import { FACTS_NOTE, FAULTS, HINDRANCES, SAYS_NOTHING, TITLES } from "./answerText.ts";
import { FactSheet } from "./FactSheet.tsx";

type Props = { answer: Answer; onRetry: () => void };

/** One of three honest answers. */
export function AnswerCard({ answer, onRetry }: Props) {
  switch (answer.status) {
    case "valid":
      return (
        <Verdict
          tone="border-done bg-done-soft"
          icon={<CircleCheck className="text-done" />}
          title={TITLES.valid}
        >
          <FactSheet facts={answer.facts} />
          <p>{FACTS_NOTE.compare}</p>
          <p>
            {answer.keysFrom === null ? FACTS_NOTE.now : FACTS_NOTE.offline(certificateDay(answer.keysFrom))}
          </p>
        </Verdict>
      );
    case "invalid":
      return (
        <Verdict
          tone="border-danger bg-danger-soft"
          icon={<CircleX className="text-danger" />}
          title={TITLES.invalid}
        >
          <p>{FAULTS[answer.why]}</p>
          {answer.at && <p>That was on {certificateDay(answer.at)}.</p>}
        </Verdict>
      );
    case "unchecked":
      return (
        <Verdict
          tone="border-highlight bg-highlight-soft"
          icon={<CircleHelp className="text-highlight-ink" />}
          title={TITLES.unchecked}
        >
          <p>
            {HINDRANCES[answer.why]} {answer.why !== "forgotten" && SAYS_NOTHING}
          </p>
          <Button variant="secondary" onClick={onRetry} className="self-start print:hidden">
            Try again
          </Button>
        </Verdict>
      );
  }
}

type VerdictProps = { tone: string; icon: ReactNode; title: string; children: ReactNode };

function Verdict({ tone, icon, title, children }: VerdictProps) {
  return (
    <div className={`flex flex-col gap-4 rounded-card border-l-6 p-5 sm:p-7 ${tone}`}>
      <h2 className="flex items-center gap-3 text-2xl">
        <span aria-hidden="true" className="shrink-0 [&>svg]:size-8">
          {icon}
        </span>
        {title}
      </h2>
      {children}
    </div>
  );
}
