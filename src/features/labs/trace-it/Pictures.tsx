import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Exhibit } from "../../../ui/study/Exhibit.tsx";
import { Guess, Part } from "../kit.tsx";
import { CAP_ANSWERS, EU_ANSWERS, type EuAnswer, type Picture } from "./data.ts";
import { answersOn, type Props, withPicture } from "./trace.ts";
import { CAP_WORDS, EU_WORDS } from "./words.ts";

/** The picture on screen in words, its record, and the learner's two answers or what the lab says to them. */
export function PictureCard({ data, state, onChange }: Props) {
  const [eu, setEu] = useState<EuAnswer | null>(null);
  const { pictures } = data;
  const index = state.readPictures;
  const picture = pictures[index];
  if (!picture) return null;
  const given = answersOn(state, index);
  return (
    <Part
      title={`Picture ${index + 1} of ${pictures.length}: ${lowerFirst(picture.name)}`}
      lead="Answer as the person in England who publishes it."
      say={
        given
          ? `EU AI Act. ${judged(EU_WORDS, given.eu, picture.eu)} CAP’s two questions. ${judged(CAP_WORDS, given.cap, picture.cap)}`
          : eu && `EU AI Act: “${EU_WORDS[eu].short}”. One more question.`
      }
      result={
        <>
          {given && (
            <>
              <p>{picture.euWhy}</p>
              <p>{picture.capWhy}</p>
            </>
          )}
          <Exhibit
            title="The picture, in words"
            lines={[
              picture.shows,
              `Caption: “${picture.caption}”`,
              `Published: ${lowerFirst(picture.where)}`,
            ]}
          />
          <Disclosure summary="Inspect the provenance record">
            <ProvenanceRecord record={picture.record} />
          </Disclosure>
        </>
      }
      how={
        <>
          <p>These pictures, too, are meant for the campaign. They are described in words.</p>
          <p>{data.law}</p>
        </>
      }
    >
      {given ? (
        <Button className="self-start" onClick={() => onChange({ ...state, readPictures: index + 1 })}>
          {index === pictures.length - 1 ? "See both tables" : "Next picture"}
        </Button>
      ) : eu === null ? (
        <Guess
          question="Does the EU AI Act require you to disclose it as a deepfake?"
          options={EU_ANSWERS.map((value) => EU_WORDS[value].label)}
          onGuess={(place) => setEu(EU_ANSWERS[place] ?? null)}
        />
      ) : (
        <Guess
          question="Where do CAP’s two questions lead?"
          options={CAP_ANSWERS.map((value) => CAP_WORDS[value].label)}
          onGuess={(place) => onChange(withPicture(state, eu, CAP_ANSWERS[place] ?? "unknown"))}
        />
      )}
    </Part>
  );
}

function judged<Answer extends string>(
  words: Record<Answer, { short: string }>,
  given: Answer,
  ours: Answer,
): string {
  return given === ours
    ? `“${words[ours].short}”: that is our answer too.`
    : `You said “${words[given].short}”. We say “${words[ours].short}”.`;
}

const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

function ProvenanceRecord({ record }: Pick<Picture, "record">) {
  if (!record) return <p>The record was stripped. The file does not say who made it, with what, or when.</p>;
  const { maker, tool, edits } = record;
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
      <dt className="text-muted">Made by</dt>
      <dd>{maker}</dd>
      <dt className="text-muted">Made with</dt>
      <dd>{tool}</dd>
      <dt className="text-muted">Edits</dt>
      <dd>{edits.length > 0 ? edits.join(" · ") : "None"}</dd>
    </dl>
  );
}
