import { Check, X } from "lucide-react";
import { useMemo } from "react";
import { Table } from "../../../ui/Table.tsx";
import { Guess, numbersTo, Part, percent } from "../kit.tsx";
import type { SortMailData } from "./data.ts";
import type { Classifier } from "./naiveBayes.ts";
import { tested } from "./state.ts";

type Props = {
  title: string;
  lead: string;
  messages: SortMailData["alike"];
  machine: Classifier;
  /** The learner's prediction, after which the result is shown. */
  guess: number | null;
  onGuess: (guess: number) => void;
};

/** Ten messages: a prediction, then what the machine makes of them. */
export function Test({ title, lead, messages, machine, guess, onGuess }: Props) {
  const rows = useMemo(() => tested(machine, messages), [machine, messages]);
  const right = rows.filter(({ isRight }) => isRight).length;
  if (guess === null)
    return (
      <Part title={title} lead={lead}>
        <Guess
          question="How many of the ten will it get right?"
          options={numbersTo(messages.length)}
          onGuess={onGuess}
        />
      </Part>
    );
  return (
    <Part
      title={title}
      lead={lead}
      say={`It got ${right} of ${messages.length} right. You said ${guess}.`}
      result={
        <Table
          caption="Message by message"
          captionHidden
          columns={[
            { header: "Message" },
            { header: "Chance of urgent", numeric: true },
            { header: "Same as our label?" },
          ]}
          rows={rows.map(({ text, urgent, urgency, isRight }) => [
            text,
            percent(urgency),
            <Verdict key="verdict" isRight={isRight} urgent={urgent} />,
          ])}
        />
      }
    />
  );
}

function Verdict({ isRight, urgent }: { isRight: boolean; urgent: boolean }) {
  const Icon = isRight ? Check : X;
  return (
    <span className={isRight ? "text-done" : "font-semibold text-danger"}>
      <Icon aria-hidden="true" className="mr-1 inline size-5 align-[-0.2em]" />
      {isRight ? "Yes" : `No, it is ${urgent ? "urgent" : "not urgent"}`}
    </span>
  );
}
