import { Button } from "../../../ui/Button.tsx";
import { Exhibit } from "../../../ui/study/Exhibit.tsx";
import { Guess, Part } from "../kit.tsx";
import { type Claim, VERDICTS, type Verdict } from "./data.ts";
import { Library } from "./Library.tsx";
import { type Props, verdictOn, withVerdict } from "./trace.ts";
import { VERDICT_WORDS } from "./words.ts";

/** The claim on screen, the library, and the learner's verdict or what the lab says to it. */
export function ClaimCard({ data, state, onChange }: Props) {
  const { claims, documents } = data;
  const index = state.readClaims;
  const claim = claims[index];
  if (!claim) return null;
  const given = verdictOn(state, index);
  return (
    <Part
      title={`Claim ${index + 1} of ${claims.length}`}
      lead="Find the source that the answer names, and read it."
      say={given && verdictWords(claim, given)}
      result={
        <>
          {given && <Reason claim={claim} />}
          <Library documents={documents} />
        </>
      }
      how="The library was written for this lab, too. Every document that exists on the subject is in it, so a source that is not in it does not exist."
    >
      <Exhibit title="The answer says" lines={[claim.text, `Source: ${citation(claim)}`]} />
      {given === null ? (
        <Guess
          question="Your verdict"
          options={VERDICTS.map((verdict) => VERDICT_WORDS[verdict])}
          onGuess={(place) => onChange(withVerdict(state, VERDICTS[place] ?? "unknown"))}
        />
      ) : (
        <Button className="self-start" onClick={() => onChange({ ...state, readClaims: index + 1 })}>
          {index === claims.length - 1 ? "See how many are supported" : "Next claim"}
        </Button>
      )}
    </Part>
  );
}

export const citation = ({ cites }: Pick<Claim, "cites">) =>
  `${cites.author}, “${cites.title}”, ${cites.date}`;

function verdictWords({ verdict }: Claim, given: Verdict): string {
  const ours = VERDICT_WORDS[verdict].label;
  if (given === verdict) return `“${ours}”: that is our verdict too.`;
  return `You said “${VERDICT_WORDS[given].label}”. We say “${ours}”.`;
}

function Reason({ claim: { why, quote, cites } }: { claim: Claim }) {
  return (
    <>
      <p>{why}</p>
      {quote && (
        <p>
          “{cites.title}”: <em>“{quote}”</em>
        </p>
      )}
    </>
  );
}
