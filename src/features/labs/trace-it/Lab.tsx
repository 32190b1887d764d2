import { Table } from "../../../ui/Table.tsx";
import { defineLab } from "../defineLab.tsx";
import { Guess, numbersTo, Part } from "../kit.tsx";
import { ClaimCard, citation } from "./Claims.tsx";
import { dataSchema, type TraceItData } from "./data.ts";
import { PictureCard } from "./Pictures.tsx";
import {
  agreedCount,
  agreedPictures,
  answersOn,
  begin,
  type Props,
  stateSchema,
  supportedCount,
  type TraceItState,
  verdictOn,
} from "./trace.ts";
import { CAP_WORDS, EU_WORDS, VERDICT_WORDS } from "./words.ts";

/** A prediction, eight claims to trace, and five pictures to decide on. */
function TraceIt(props: Props) {
  const { data, state, onChange } = props;
  if (state.guess === null)
    return <Prediction data={data} onGuess={(guess) => onChange({ ...state, guess })} />;
  if (state.readClaims < data.claims.length) return <ClaimCard key={state.readClaims} {...props} />;
  return (
    <>
      <ClaimResults data={data} state={state} guess={state.guess} />
      {state.readPictures === data.pictures.length ? (
        <PictureResults data={data} state={state} />
      ) : (
        <PictureCard key={state.readPictures} {...props} />
      )}
    </>
  );
}

function Prediction({ data, onGuess }: { data: TraceItData; onGuess: (guess: number) => void }) {
  const { claims, question } = data;
  return (
    <Part
      title="1. Before you look"
      lead={`A chatbot has written ${claims.length} claims for your leaflet.`}
      result={
        <figure className="min-w-0 rounded-card border-2 border-dashed border-edge px-[min(1rem,3vw)] py-3">
          <figcaption className="font-semibold text-muted">
            The answer. Written for this lab, with faults on purpose.
          </figcaption>
          <ol>
            {claims.map((claim) => (
              <li key={claim.text}>
                {claim.text} <span className="text-base text-muted">({citation(claim)})</span>
              </li>
            ))}
          </ol>
        </figure>
      }
      how={
        <p>
          The leaflet is for the seaside town of Tarnmouth, which closes Harbour Street to cars on some
          Saturdays. You asked: <em>“{question}”</em>
        </p>
      }
    >
      <Guess
        question={`How many of the ${claims.length} will their sources support?`}
        options={numbersTo(claims.length)}
        onGuess={onGuess}
      />
    </Part>
  );
}

type ResultsProps = { data: TraceItData; state: TraceItState };

function ClaimResults({ data, state, guess }: ResultsProps & { guess: number }) {
  const { claims } = data;
  return (
    <Part
      title="How many are supported"
      say={`${supportedCount(data)} of ${claims.length} claims are supported. You said ${guess}.`}
      result={
        <>
          <p>
            Your verdict was the same as ours on {agreedCount(data, state)} of {claims.length}.
          </p>
          <Table
            caption="Your verdicts beside ours"
            columns={[{ header: "Claim" }, { header: "You" }, { header: "We" }]}
            rows={claims.map(({ text, verdict }, index) => {
              const given = verdictOn(state, index);
              return [
                `${index + 1}. ${text}`,
                given ? VERDICT_WORDS[given].label : "",
                VERDICT_WORDS[verdict].label,
              ];
            })}
          />
        </>
      }
    />
  );
}

function PictureResults({ data, state }: ResultsProps) {
  const { pictures, law } = data;
  return (
    <Part
      title="Label it, or not"
      say={`Both of your answers were the same as ours on ${agreedPictures(data, state)} of ${pictures.length} pictures.`}
      result={
        <Table
          caption="Your answers on the pictures beside ours"
          columns={[
            { header: "Picture" },
            { header: "EU AI Act: you" },
            { header: "EU AI Act: we" },
            { header: "CAP: you" },
            { header: "CAP: we" },
          ]}
          rows={pictures.map(({ name, eu, cap }, index) => {
            const given = answersOn(state, index);
            return [
              name,
              given ? EU_WORDS[given.eu].short : "",
              EU_WORDS[eu].short,
              given ? CAP_WORDS[given.cap].short : "",
              CAP_WORDS[cap].short,
            ];
          })}
        />
      }
      how={law}
    />
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  steps: (state, { claims, pictures }) => [
    state.guess !== null,
    state.readClaims === claims.length,
    state.pictures.length === 2 * pictures.length,
  ],
  found: (state, data) => (
    <p>
      {supportedCount(data)} of {data.claims.length} claims had a source that supports them, and you expected{" "}
      {state.guess}. You and we agreed on {agreedCount(data, state)} claims and {agreedPictures(data, state)}{" "}
      of {data.pictures.length} pictures.
    </p>
  ),
  Toy: TraceIt,
});
