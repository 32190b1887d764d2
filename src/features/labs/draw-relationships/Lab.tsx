import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { defineLab, type ToyProps } from "../defineLab.tsx";
import { Guess, numbersTo, Part } from "../kit.tsx";
import { dataSchema, type RelationshipsData } from "./data.ts";
import {
  begin,
  heard,
  heardCount,
  peopleOf,
  type RelationshipsState,
  stateSchema,
  tiesOf,
  withTie,
} from "./map.ts";
import { Picture } from "./Picture.tsx";

type Props = Omit<ToyProps<RelationshipsData, RelationshipsState>, "answerTo">;

/** A prediction, ties that carry a no to the person who can stop the system, and those who were never drawn. */
function DrawRelationships(props: Props) {
  const { data, state, onChange } = props;
  const { people, story } = data;
  if (state.guess === null)
    return (
      <Part
        title="1. Whose no is heard?"
        lead={`Only one side can stop the machine: ${people[0]}.`}
        how={story}
      >
        <Guess
          question={`From how many of the ${people.length - 1} others does a no arrive there?`}
          options={numbersTo(people.length - 1)}
          onGuess={(guess) => onChange({ ...state, guess })}
        />
      </Part>
    );
  return (
    <>
      <Ties {...props} guess={state.guess} />
      {state.reached && <Groups {...props} />}
    </>
  );
}

/** Two people who are tapped one after the other are tied. */
function Ties({ data, state, onChange, guess }: Props & { guess: number }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [said, setSaid] = useState(`You expected ${guess}. `);
  const people = peopleOf(data, state);
  const nameOf = (id: number) => people.find((person) => person.id === id)?.name ?? "";

  function tap(id: number): void {
    if (chosen === null || chosen === id) {
      setChosen(chosen === id ? null : id);
      setSaid(chosen === id ? "" : `${nameOf(id)}, and who else? `);
      return;
    }
    const next = withTie(data, state, chosen, id);
    const change = next.ties.length - state.ties.length;
    const words = change === 0 ? "have a tie that holds" : change > 0 ? "are tied" : "are no longer tied";
    setSaid(`${nameOf(chosen)} and ${nameOf(id)} ${words}. `);
    setChosen(null);
    if (next !== state) onChange(next);
  }

  return (
    <Part
      title="2. Let every no arrive"
      lead="Tap two people to draw a tie or repair one. Use as few ties as you can."
      say={`${said}A no arrives from ${heardCount(data, state)} of ${people.length - 1}. Ties that you drew: ${state.ties.length}.`}
      result={<List data={data} state={state} />}
      how={
        <>
          <p>{data.story}</p>
          <p>
            A no travels along every tie that is joined (two lines) or strained (a zigzag), and stops where a
            tie is cut off (a gap). A solid circle is heard, a dashed one is not.
          </p>
        </>
      }
    >
      <Picture data={data} state={state} chosen={chosen} onTap={tap} />
    </Part>
  );
}

/** The picture in words. */
function List({ data, state }: Pick<Props, "data" | "state">) {
  const people = peopleOf(data, state);
  const all = heard(data, state);
  const ties = tiesOf(data, state);
  const numberOf = (id: number) => people.findIndex((person) => person.id === id) + 1;
  return (
    <ol>
      {people.map(({ id, name }, index) => {
        const own = ties.filter(({ ends }) => ends.includes(id));
        const words = own.map(
          ({ ends, state: kind }) => `${kind} with ${numberOf(ends[0] === id ? ends[1] : ends[0])}`,
        );
        return (
          <li key={id}>
            <strong>{name}</strong>,{" "}
            {index === 0 ? "can stop the machine" : all.has(id) ? "heard" : "not heard"}:{" "}
            {words.length > 0 ? words.join(", ") : "no tie"}
          </li>
        );
      })}
    </ol>
  );
}

/** No picture can show who is not on it. */
function Groups({ data, state, onChange }: Props) {
  const { drawn } = state;
  const last = data.groups[drawn.at(-1) ?? -1];
  return (
    <Part
      title="3. Who was never drawn?"
      lead="Maps often leave out these groups. Draw in at least one, then tie it in the picture."
      say={last && `${last.name}: now number ${data.people.length + drawn.length} on the map.`}
    >
      <ul className="flex list-none flex-col gap-3 pl-0">
        {data.groups.map(({ name, question }, group) => {
          const isDrawn = drawn.includes(group);
          return (
            <li key={name} className="m-0! flex flex-wrap items-center gap-x-4 gap-y-1">
              <span className="min-w-0 flex-1 basis-60">
                <strong>{name}.</strong> {question}
              </span>
              <Button
                variant="secondary"
                aria-disabled={isDrawn}
                aria-label={`${isDrawn ? "On the map" : "Draw in"}: ${name}`}
                onClick={() => !isDrawn && onChange({ ...state, drawn: [...drawn, group] })}
              >
                {isDrawn ? "On the map" : "Draw in"}
              </Button>
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

export default defineLab({
  data: dataSchema,
  state: stateSchema,
  begin,
  steps: ({ guess, reached, drawn }) => [guess !== null, reached, drawn.length > 0],
  found: (state, data) => (
    <p>
      At first a no arrived from {heardCount(data, begin())} of {data.people.length - 1} people, and you
      expected {state.guess}. You drew {state.ties.length} {state.ties.length === 1 ? "tie" : "ties"}, and you
      drew in {state.drawn.map((group) => data.groups[group]?.name.toLowerCase()).join(", ")}. Now a no
      arrives from {heardCount(data, state)} of {peopleOf(data, state).length - 1}.
    </p>
  ),
  Toy: DrawRelationships,
});
