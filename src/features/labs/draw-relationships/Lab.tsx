import { type FormEvent, type RefObject, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { saveFile } from "../../../platform/device/saveFile.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { ChoiceForm, numbersTo } from "../ChoiceForm.tsx";
import { defineLab } from "../defineLab.tsx";
import { Part } from "../Part.tsx";
import { StartAgain } from "../StartAgain.tsx";
import { dataSchema, type RelationshipsData } from "./data.ts";
import { findingsOf } from "./findings.ts";
import { Findings, Groups } from "./LeftOut.tsx";
import { clean, MAX_GUESS, MAX_NAME } from "./limits.ts";
import { begin, newPerson, type RelationshipsState, startWithExample, stateSchema } from "./map.ts";
import { People } from "./People.tsx";
import { Key, Picture } from "./Picture.tsx";
import { svgFile } from "./svgFile.ts";
import { Ties } from "./Ties.tsx";

/** The last one stands for all greater numbers. */
const GUESSES = numbersTo(MAX_GUESS).map((number) =>
  number === `${MAX_GUESS}` ? `${number} or more` : number,
);

type Props = {
  data: RelationshipsData;
  state: RelationshipsState;
  onChange: (state: RelationshipsState) => void;
};

/** The system and two others: with fewer there is nothing to leave out. */
const ENOUGH_PEOPLE = 3;

/** A map as lists and as a picture, a prediction, what the map leaves out, and a file. */
function DrawRelationships({ data, state, onChange }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { guess } = state;
  const hasStarted = state.people.length > 0;
  const isEnough = state.people.length >= ENOUGH_PEOPLE && state.ties.length > 0;
  /** Replaces a part, and moves the focus to the heading of the next one. */
  function goOn(next: RelationshipsState): void {
    flushSync(() => onChange(next));
    heading.current?.focus();
  }

  if (!hasStarted) return <Start data={data} heading={heading} onStart={goOn} />;
  return (
    <div className="flex flex-col gap-8">
      <Part title="1. Your map" heading={guess === null ? heading : undefined}>
        <MapEditor data={data} state={state} onChange={onChange} />
      </Part>
      <Part title="2. Whom did you leave out?" heading={guess === null ? undefined : heading}>
        {guess !== null ? (
          <Findings state={state} guess={guess} />
        ) : isEnough ? (
          <>
            <p>
              Your device will look for people without a tie, people to whom nobody owes anything, duties that
              run one way only, and a map on which nobody can say no. Each counts as one.
            </p>
            <ChoiceForm
              label="How many will it find?"
              options={GUESSES}
              action="Find whom I left out"
              onChoose={(next) => goOn({ ...state, guess: next, found: findingsOf(state).length })}
            />
          </>
        ) : (
          <p>The search starts when the map has two people or groups besides the system, and one tie.</p>
        )}
      </Part>
      {guess !== null && (
        <>
          <Part title="3. Who was never drawn?">
            <p>
              No device can find someone who is not on the map. Maps often leave out these groups. Decide for
              each: add it, or write why it does not belong here.
            </p>
            <Groups data={data} state={state} onChange={onChange} />
          </Part>
          <Part title="4. Take the picture with you">
            <Download state={state} />
          </Part>
        </>
      )}
      <StartAgain onPress={() => goOn(begin(data))} />
    </div>
  );
}

type StartProps = {
  data: RelationshipsData;
  heading: RefObject<HTMLHeadingElement | null>;
  onStart: (state: RelationshipsState) => void;
};

function Start({ data, heading, onStart }: StartProps) {
  const [system, setSystem] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent): void {
    event.preventDefault();
    const name = clean(system, MAX_NAME);
    if (name === "") {
      setProblem("Write what the system is called.");
      input.current?.focus();
      return;
    }
    onStart({ ...begin(data), people: [newPerson(name)] });
  }

  return (
    <Part title="1. Choose a system" heading={heading}>
      <p>Begin with this case, which is made up:</p>
      <blockquote>{data.example.story}</blockquote>
      <Button className="self-start" onClick={() => onStart(startWithExample(data))}>
        Map the made-up case
      </Button>
      <p>Or map a system that you know. Use roles instead of names, and nothing that identifies a person.</p>
      <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-3">
        <Field label="Your system" error={problem ?? undefined} className="min-w-0 flex-1 basis-60">
          {(control) => (
            <TextInput
              {...control}
              ref={input}
              maxLength={MAX_NAME}
              value={system}
              onChange={({ target }) => setSystem(target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="secondary">
          Map my own system
        </Button>
      </form>
    </Part>
  );
}

function MapEditor({ data, state, onChange }: Props) {
  const isExample = state.people[0]?.[0] === data.example.system;
  return (
    <>
      {isExample && <blockquote>{data.example.story}</blockquote>}
      <p>
        Add the people and groups that the system touches, and the ties between them. For each tie, choose its
        state and write what the two sides owe each other. Tick “Can say no” for those who can refuse, or stop
        what the system does. The lists and the picture are the same map.
      </p>
      <Picture state={state} onChange={onChange} />
      <Key />
      <People state={state} onChange={onChange} />
      <Ties state={state} onChange={onChange} />
    </>
  );
}

const FILE_NAME = "relationship-map.svg";

function Download({ state }: { state: RelationshipsState }) {
  const [said, setSaid] = useState("");
  return (
    <>
      <p>
        The file has the picture, the names, every tie with its duties, and a key. A browser opens it, and you
        can print it or put it into a document.
      </p>
      <Button
        variant="secondary"
        className="self-start"
        onClick={() => {
          saveFile({ name: FILE_NAME, type: "image/svg+xml;charset=utf-8", text: svgFile(state) });
          setSaid(`Your browser has received the file ${FILE_NAME}.`);
        }}
      >
        Download the picture (SVG)
      </Button>
      <p role="status" className="text-base text-muted">
        {said}
      </p>
    </>
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  isDone: ({ guess }) => guess !== null,
  Content: DrawRelationships,
});
