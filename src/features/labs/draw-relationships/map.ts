import * as z from "zod/mini";
import type { RelationshipsData } from "./data.ts";
import {
  clean,
  MAX_DUTY,
  MAX_GUESS,
  MAX_NAME,
  MAX_PEOPLE,
  MAX_POSITION,
  MAX_TIES,
  STATES,
  type TieState,
  UNMOVED,
} from "./limits.ts";

const kept = (most: number, least = 0) =>
  z.string().check(z.refine((value) => value.length >= least && clean(value, most) === value));
const coordinate = z.int().check(z.minimum(UNMOVED), z.maximum(MAX_POSITION));
const bit = z.union([z.literal(0), z.literal(1)]);
/** Name, whether this person can say no, and the position. */
const person = z.tuple([kept(MAX_NAME, 1), bit, coordinate, coordinate]);
const index = z.int().check(z.minimum(0), z.maximum(MAX_PEOPLE - 1));
/** From, to, the index of the state, what the first owes the second, and what the second owes the first. */
const tie = z.tuple([
  index,
  index,
  z.int().check(z.minimum(0), z.maximum(STATES.length - 1)),
  kept(MAX_DUTY),
  kept(MAX_DUTY),
]);

/** `people` is empty until the learner has started. Its first entry is the system. Ties name people by their index. */
export const stateSchema = ({ groups }: Pick<RelationshipsData, "groups">) =>
  z
    .object({
      people: z.array(person).check(z.maxLength(MAX_PEOPLE)),
      ties: z.array(tie).check(z.maxLength(MAX_TIES)),
      /** How many findings the learner expected, and how many there were then. */
      guess: z.nullable(z.int().check(z.minimum(0), z.maximum(MAX_GUESS))),
      found: z.int().check(z.minimum(0), z.maximum(MAX_PEOPLE + MAX_TIES + 1)),
      /** Per group, why it is not on the map. */
      absent: z.array(z.nullable(kept(MAX_DUTY, 1))).check(z.length(groups.length)),
    })
    .check(
      z.refine(({ people, ties }) =>
        ties.every(([from, to]) => from !== to && Math.max(from, to) < people.length),
      ),
    );
export type RelationshipsState = z.infer<ReturnType<typeof stateSchema>>;
type Person = RelationshipsState["people"][number];

export type Tie = RelationshipsState["ties"][number];

export function begin({ groups }: Pick<RelationshipsData, "groups">): RelationshipsState {
  return { people: [], ties: [], guess: null, found: 0, absent: groups.map(() => null) };
}

export function newPerson(name: string, canSayNo = false): Person {
  return [clean(name, MAX_NAME), canSayNo ? 1 : 0, UNMOVED, UNMOVED];
}

export function startWithExample(data: RelationshipsData): RelationshipsState {
  const { system, people, ties } = data.example;
  return {
    ...begin(data),
    people: [newPerson(system), ...people.map(({ name, canSayNo }) => newPerson(name, canSayNo))],
    ties: ties.map(({ from, to, state, owes = "", owed = "" }) => [
      from - 1,
      to - 1,
      STATES.indexOf(state),
      owes,
      owed,
    ]),
  };
}

export function nameOf({ people }: Pick<RelationshipsState, "people">, person: number): string {
  return people[person]?.[0] ?? "";
}

export function stateOf([, , state]: Tie): TieState {
  return STATES[state] ?? "joined";
}

export function isOnMap({ people }: RelationshipsState, name: string): boolean {
  const wanted = clean(name, MAX_NAME).toLowerCase();
  return people.some(([each]) => each.toLowerCase() === wanted);
}

/** Why this name cannot be added, in the words of the screen, or null if it can. */
export function nameProblem(state: RelationshipsState, name: string): string | null {
  if (state.people.length >= MAX_PEOPLE) return fullOfPeople;
  if (clean(name, MAX_NAME) === "") return "Write a name.";
  return isOnMap(state, name) ? "This name is on the map already." : null;
}
export const fullOfPeople = `The map is full: it holds ${MAX_PEOPLE}, with the system. Remove one to add another.`;
export const fullOfTies = `The map is full: it holds ${MAX_TIES} ties. Remove one to add another.`;

export function withPerson(state: RelationshipsState, name: string): RelationshipsState {
  return { ...state, people: [...state.people, newPerson(name)] };
}

/** Removes a person together with their ties. */
export function withoutPerson(state: RelationshipsState, person: number): RelationshipsState {
  const shifted = (index: number) => (index > person ? index - 1 : index);
  return {
    ...state,
    people: state.people.filter((_, index) => index !== person),
    ties: state.ties
      .filter(([from, to]) => from !== person && to !== person)
      .map(([from, to, ...rest]) => [shifted(from), shifted(to), ...rest]),
  };
}

/** Why these two cannot be tied, or null if they can. `place` is the index of a tie that changes. */
export function tieProblem(
  { ties }: RelationshipsState,
  from: number,
  to: number,
  place: number | null,
): string | null {
  if (place === null && ties.length >= MAX_TIES) return fullOfTies;
  if (from === to) return "Choose two different people or groups.";
  const isTaken = ties.some(
    ([a, b], index) => index !== place && ((a === from && b === to) || (a === to && b === from)),
  );
  return isTaken ? "These two have a tie already. Change it in the list above." : null;
}

/** Adds a tie, or replaces the one at this place. */
export function withTie(state: RelationshipsState, tie: Tie, place: number | null): RelationshipsState {
  return { ...state, ties: place === null ? [...state.ties, tie] : state.ties.with(place, tie) };
}

export function withoutTie(state: RelationshipsState, place: number): RelationshipsState {
  return { ...state, ties: state.ties.filter((_, index) => index !== place) };
}

const held = (value: number) => Math.min(MAX_POSITION, Math.max(0, Math.round(value)));

/** Puts a person at this position, in hundredths of the picture. */
export function movedTo(state: RelationshipsState, person: number, x: number, y: number): RelationshipsState {
  const old = state.people[person];
  if (!old) return state;
  return { ...state, people: state.people.with(person, [old[0], old[1], held(x), held(y)]) };
}

/** Puts everyone back into the circle. */
export function inCircle(state: RelationshipsState): RelationshipsState {
  return { ...state, people: state.people.map(([name, canSayNo]) => [name, canSayNo, UNMOVED, UNMOVED]) };
}
