import { CircleCheck, CircleHelp, CircleX, Clock, FlaskConical } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import {
  assessmentOf,
  certificateDay,
  KIND_TEXT,
  SAMPLE_TEXT,
} from "../../domain/certificate/certificateText.ts";
import { SAMPLE_CERTIFICATE_ID } from "../../domain/ids.ts";
import { Button } from "../../ui/Button.tsx";
import {
  type Answer,
  FACTS_NOTE,
  FAULTS,
  type Facts,
  HINDRANCES,
  SAYS_NOTHING,
  TITLES,
  WAITING,
} from "./answer.ts";

const UNSURE = "border-highlight bg-highlight-soft";

type Props = { answer: Answer; onRetry: () => void };

/** The result of checking a certificate. A rate-limited check is repeated automatically. */
export function AnswerCard({ answer, onRetry }: Props) {
  // The timer starts once for each answer, however often the card is rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the parent passes a new function on every render
  useEffect(() => {
    if (answer.status !== "waiting") return;
    const timer = setTimeout(onRetry, answer.retryAfterSeconds * 1000);
    return () => clearTimeout(timer);
  }, [answer]);
  switch (answer.status) {
    case "valid":
      if (answer.facts.id === SAMPLE_CERTIFICATE_ID)
        return (
          <Verdict
            tone={UNSURE}
            icon={<FlaskConical className="text-highlight-ink" />}
            title={SAMPLE_TEXT.title}
          >
            <p>{SAMPLE_TEXT.note}</p>
            <FactSheet facts={answer.facts} />
          </Verdict>
        );
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
          {answer.at && <p>This happened on {certificateDay(answer.at)}.</p>}
        </Verdict>
      );
    case "unchecked":
      return (
        <Verdict tone={UNSURE} icon={<CircleHelp className="text-highlight-ink" />} title={TITLES.unchecked}>
          <p>
            {HINDRANCES[answer.why]} {answer.why !== "forgotten" && SAYS_NOTHING}
          </p>
          {answer.why !== "address" && (
            <Button variant="secondary" onClick={onRetry} className="self-start print:hidden">
              Try again
            </Button>
          )}
        </Verdict>
      );
    case "waiting":
      return (
        <Verdict tone={UNSURE} icon={<Clock className="text-highlight-ink" />} title={TITLES.waiting}>
          <p>
            {WAITING(answer.retryAfterSeconds)} {SAYS_NOTHING}
          </p>
        </Verdict>
      );
  }
}

type VerdictProps = { tone: string; icon: ReactNode; title: string; children: ReactNode };

function Verdict({ tone, icon, title, children }: VerdictProps) {
  return (
    <div className={`flex flex-col gap-4 rounded-card border-2 p-5 sm:p-7 ${tone}`}>
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

/** The contents of a valid certificate. */
function FactSheet({ facts }: { facts: Facts }) {
  const { kind, holderName, course, issuedAt, issuerName, id } = facts;
  const assessment = assessmentOf(facts);
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="eyebrow">{KIND_TEXT[kind].title}</p>
        <p dir="auto" translate="no" className="wrap-anywhere font-display text-3xl leading-tight">
          {holderName}
        </p>
        <p className="mt-1">
          {KIND_TEXT[kind].sentence} <strong translate="no">{course}</strong>
        </p>
        {assessment !== null && <p className="mt-1">{assessment}.</p>}
      </div>
      <dl className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <Fact label="Issued" value={certificateDay(issuedAt)} />
        <Fact label="Issued by" value={issuerName} translate="no" />
        <Fact label="Certificate number" value={id} translate="no" />
      </dl>
    </div>
  );
}

type FactProps = { label: string; value: string; translate?: "no" };

function Fact({ label, value, translate }: FactProps) {
  return (
    <div className="min-w-0">
      <dt>{label}</dt>
      <dd translate={translate} className="wrap-anywhere font-semibold">
        {value}
      </dd>
    </div>
  );
}
