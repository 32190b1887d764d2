import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Exhibit } from "../../../ui/Exhibit.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { type Claim, type TraceItData, VERDICTS, type Verdict } from "./data.ts";
import { Library } from "./Library.tsx";
import { Explanation, Item } from "./parts.tsx";
import { type TraceItState, verdictOn, withVerdict } from "./trace.ts";
import { VERDICT_WORDS } from "./words.ts";

type Props = {
  data: TraceItData;
  state: TraceItState;
  hasActed: boolean;
  onChange: (state: TraceItState) => void;
};

/** The claim on screen, the library, and the learner's verdict or what the lab says to it. */
export function ClaimCard({ data, state, hasActed, onChange }: Props) {
  const { claims, documents } = data;
  const index = state.readClaims;
  const claim = claims[index];
  if (!claim) return null;
  const given = verdictOn(state, index);
  const isLast = index === claims.length - 1;
  return (
    <Item key={index} title={`Claim ${index + 1} of ${claims.length}`} takesFocus={hasActed && index > 0}>
      <Exhibit title="The answer says" lines={[claim.text, `Source: ${citation(claim)}`]} />
      <Library documents={documents} />
      {given === null ? (
        <VerdictForm onGive={(verdict) => onChange(withVerdict(state, verdict))} />
      ) : (
        <>
          <VerdictExplained claim={claim} given={given} takesFocus={hasActed} />
          <Button className="self-start" onClick={() => onChange({ ...state, readClaims: index + 1 })}>
            {isLast ? "See how many hold" : "Next claim"}
          </Button>
        </>
      )}
    </Item>
  );
}

export const citation = ({ cites }: Pick<Claim, "cites">) =>
  `${cites.author}, “${cites.title}”, ${cites.date}`;

function VerdictForm({ onGive }: { onGive: (verdict: Verdict) => void }) {
  const [chosen, setChosen] = useState<Verdict | null>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (chosen) onGive(chosen);
  }

  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-4">
      <RadioGroup
        legend="Your verdict"
        options={VERDICTS.map((value) => ({ value, ...VERDICT_WORDS[value] }))}
        value={chosen}
        onChange={setChosen}
      />
      <Button type="submit" disabled={chosen === null}>
        Give this verdict
      </Button>
    </form>
  );
}

type ExplainedProps = { claim: Claim; given: Verdict; takesFocus: boolean };

function VerdictExplained({ claim, given, takesFocus }: ExplainedProps) {
  const { verdict, why, quote, cites } = claim;
  const ours = VERDICT_WORDS[verdict].label;
  return (
    <Explanation takesFocus={takesFocus}>
      <p className="font-semibold">
        {given === verdict
          ? `“${ours}”: that is our verdict too.`
          : `You said “${VERDICT_WORDS[given].label}”. We say “${ours}”.`}
      </p>
      <p>{why}</p>
      {quote && (
        <p>
          “{cites.title}”: <em>“{quote}”</em>
        </p>
      )}
    </Explanation>
  );
}
