import { useState } from "react";
import { Table } from "../../../ui/Table.tsx";
import { ChoiceForm, numbersTo } from "../ChoiceForm.tsx";
import { defineLab } from "../defineLab.tsx";
import { Part } from "../Part.tsx";
import { StartAgain } from "../StartAgain.tsx";
import { ClaimCard, citation } from "./Claims.tsx";
import { dataSchema, PICTURES, type TraceItData } from "./data.ts";
import { PictureCard } from "./Pictures.tsx";
import {
  agreedCount,
  agreedPictures,
  answersOn,
  begin,
  stateSchema,
  supportedCount,
  type TraceItState,
  verdictOn,
} from "./trace.ts";
import { CAP_WORDS, EU_WORDS, VERDICT_WORDS } from "./words.ts";

type Props = { data: TraceItData; state: TraceItState; onChange: (state: TraceItState) => void };

/** A prediction, eight claims to trace, and five pictures to decide on. */
function TraceIt({ data, state, onChange }: Props) {
  const [hasActed, setHasActed] = useState(false);
  const { guess } = state;
  const areClaimsRead = state.readClaims === data.claims.length;
  const isOver = state.readPictures === data.pictures.length;
  const move = (next: TraceItState) => {
    setHasActed(true);
    onChange(next);
  };
  return (
    <div className="flex flex-col gap-8">
      {guess === null ? (
        <Prediction data={data} takesFocus={hasActed} onGuess={(next) => move({ ...state, guess: next })} />
      ) : !areClaimsRead ? (
        <Part title="2. Trace each claim" takesFocus={hasActed}>
          <p>
            Find the source that the answer names, and read it. The library was written for this lab, too.
            Every document that exists on the subject is in it, so a source that is not in it does not exist.
          </p>
          <ClaimCard data={data} state={state} hasActed={hasActed} onChange={move} />
        </Part>
      ) : (
        <>
          <ClaimResults data={data} state={state} guess={guess} takesFocus={hasActed} />
          {isOver ? (
            <PictureResults data={data} state={state} takesFocus={hasActed} />
          ) : (
            <Part title="4. Label it, or not" takesFocus={false}>
              <p>
                Tarnmouth is in England. These pictures, too, are meant for the campaign. They are described
                in words, and you can inspect what each file says about its own origin. Answer as the person
                who publishes them.
              </p>
              <p className="text-base text-muted">{data.law}</p>
              <PictureCard data={data} state={state} hasActed={hasActed} onChange={move} />
            </Part>
          )}
        </>
      )}
      {guess !== null && <StartAgain onPress={() => move(begin())} />}
    </div>
  );
}

type PredictionProps = { data: TraceItData; takesFocus: boolean; onGuess: (guess: number) => void };

function Prediction({ data, takesFocus, onGuess }: PredictionProps) {
  const { claims, question } = data;

  return (
    <Part title="1. Before you look" takesFocus={takesFocus}>
      <p>
        You are writing a leaflet for the seaside town of Tarnmouth, which closes Harbour Street to cars on
        some Saturdays. You asked an AI assistant: <em>“{question}”</em>
      </p>
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
      <ChoiceForm
        label={`How many of the ${claims.length} will their sources support?`}
        options={numbersTo(claims.length)}
        action="Open the library"
        onChoose={onGuess}
      />
    </Part>
  );
}

type ResultsProps = { data: TraceItData; state: TraceItState; takesFocus: boolean };

function ClaimResults({ data, state, guess, takesFocus }: ResultsProps & { guess: number }) {
  const { claims } = data;
  return (
    <Part title="3. How many are supported" takesFocus={takesFocus}>
      <p role="status" className="text-lg font-semibold">
        {supportedCount(data)} of {claims.length} claims are supported. You said {guess}.
      </p>
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
    </Part>
  );
}

function PictureResults({ data, state, takesFocus }: ResultsProps) {
  const { pictures, law } = data;
  return (
    <Part title="4. Label it, or not" takesFocus={takesFocus}>
      <p role="status" className="text-lg font-semibold">
        Both of your answers were the same as ours on {agreedPictures(data, state)} of {pictures.length}{" "}
        pictures.
      </p>
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
      <p>{law}</p>
    </Part>
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  isDone: ({ pictures }) => pictures.length === 2 * PICTURES,
  Content: TraceIt,
});
