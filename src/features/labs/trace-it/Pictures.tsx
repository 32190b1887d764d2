import { type FormEvent, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { Exhibit } from "../../../ui/Exhibit.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import {
  CAP_ANSWERS,
  type CapAnswer,
  EU_ANSWERS,
  type EuAnswer,
  type Picture,
  type TraceItData,
} from "./data.ts";
import { Explanation, Item } from "./parts.tsx";
import { answersOn, type TraceItState, withPicture } from "./trace.ts";
import { CAP_WORDS, EU_WORDS } from "./words.ts";

type Props = {
  data: TraceItData;
  state: TraceItState;
  hasActed: boolean;
  onChange: (state: TraceItState) => void;
};

/** The picture on screen in words, its record, and the learner's two answers or what the lab says to them. */
export function PictureCard({ data, state, hasActed, onChange }: Props) {
  const { pictures } = data;
  const index = state.readPictures;
  const picture = pictures[index];
  if (!picture) return null;
  const given = answersOn(state, index);
  const isLast = index === pictures.length - 1;
  return (
    <Item
      key={index}
      title={`Picture ${index + 1} of ${pictures.length}: ${lowerFirst(picture.name)}`}
      // The first picture is below the results of the claims, which take the focus.
      takesFocus={hasActed && index > 0}
    >
      <Exhibit
        title="The picture, in words"
        lines={[picture.shows, `Caption: “${picture.caption}”`, `Published: ${lowerFirst(picture.where)}`]}
      />
      <Disclosure summary="Inspect the provenance record">
        <ProvenanceRecord record={picture.record} />
      </Disclosure>
      {given === null ? (
        <PictureForm onGive={(eu, cap) => onChange(withPicture(state, eu, cap))} />
      ) : (
        <>
          <Explanation takesFocus={hasActed}>
            <p>
              <strong>EU AI Act. {judged(EU_WORDS, given.eu, picture.eu)}</strong> {picture.euWhy}
            </p>
            <p>
              <strong>CAP’s two questions. {judged(CAP_WORDS, given.cap, picture.cap)}</strong>{" "}
              {picture.capWhy}
            </p>
          </Explanation>
          <Button className="self-start" onClick={() => onChange({ ...state, readPictures: index + 1 })}>
            {isLast ? "See both tables" : "Next picture"}
          </Button>
        </>
      )}
    </Item>
  );
}

function judged<Answer extends string>(
  words: Record<Answer, { short: string }>,
  given: Answer,
  ours: Answer,
): string {
  return given === ours
    ? `“${words[ours].short}”: so do we.`
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

function PictureForm({ onGive }: { onGive: (eu: EuAnswer, cap: CapAnswer) => void }) {
  const [eu, setEu] = useState<EuAnswer | null>(null);
  const [cap, setCap] = useState<CapAnswer | null>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (eu && cap) onGive(eu, cap);
  }

  return (
    <form onSubmit={submit} className="flex flex-col items-start gap-5">
      <RadioGroup
        legend="Does the EU AI Act require you to disclose it as a deepfake?"
        options={EU_ANSWERS.map((value) => ({ value, label: EU_WORDS[value].label }))}
        value={eu}
        onChange={setEu}
      />
      <RadioGroup
        legend="Where do CAP’s two questions lead?"
        options={CAP_ANSWERS.map((value) => ({ value, label: CAP_WORDS[value].label }))}
        value={cap}
        onChange={setCap}
      />
      <Button type="submit" disabled={eu === null || cap === null}>
        Give these answers
      </Button>
    </form>
  );
}
