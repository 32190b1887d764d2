import * as z from "zod/mini";
import type { RelationshipsData, TieState } from "./data.ts";

/** The person who can stop the system. */
const STOPPER = 0;
const MAX_TIES = 40;

/**
 * People are numbered through the case, then through the groups. `ties` are those that the learner drew, `drawn` the groups on the
 * map. `reached` is true once everybody of the case has been heard.
 */
export const stateSchema = ({ people, groups }: RelationshipsData) => {
  const to = (most: number) => z.int().check(z.minimum(0), z.maximum(most));
  const end = to(people.length + groups.length - 1);
  return z.object({
    guess: z.nullable(to(people.length - 1)),
    ties: z.array(z.tuple([end, end])).check(z.maxLength(MAX_TIES)),
    drawn: z.array(to(groups.length - 1)).check(z.maxLength(groups.length)),
    reached: z.boolean(),
  });
};
export type RelationshipsState = z.infer<ReturnType<typeof stateSchema>>;

export const begin = (): RelationshipsState => ({ guess: null, ties: [], drawn: [], reached: false });

export type Person = { id: number; name: string };

/** Everyone on the map. */
export function peopleOf({ people, groups }: RelationshipsData, { drawn }: RelationshipsState): Person[] {
  return [
    ...people.map((name, id) => ({ id, name })),
    ...drawn.map((group) => ({ id: people.length + group, name: groups[group]?.name ?? "" })),
  ];
}

export type Tie = { ends: readonly [number, number]; state: TieState; isOwn: boolean };

const isBetween = ([a, b]: readonly [number, number], one: number, other: number) =>
  (a === one && b === other) || (a === other && b === one);

/** The ties of the case and those of the learner, which replace the former between the same two. */
export function tiesOf({ ties }: Pick<RelationshipsData, "ties">, { ties: own }: RelationshipsState): Tie[] {
  const given = ties.map(({ from, to, state }): Tie => ({ ends: [from - 1, to - 1], state, isOwn: false }));
  return [
    ...given.filter(({ ends }) => !own.some((tie) => isBetween(tie, ...ends))),
    ...own.map((ends): Tie => ({ ends, state: "joined", isOwn: true })),
  ];
}

/** Everyone whose no arrives at the person who can stop the system, over ties that are not cut off. */
export function heard(data: RelationshipsData, state: RelationshipsState): Set<number> {
  const ties = tiesOf(data, state).filter((tie) => tie.state !== "cut off");
  const found = new Set([STOPPER]);
  for (const person of found)
    for (const { ends } of ties) if (ends.includes(person)) for (const end of ends) found.add(end);
  return found;
}

/** How many others are heard. */
export const heardCount = (data: RelationshipsData, state: RelationshipsState) => heard(data, state).size - 1;

/** Draws a tie between two people, or takes the learner's own away. A tie that holds stays as it is. */
export function withTie(
  data: RelationshipsData,
  state: RelationshipsState,
  one: number,
  other: number,
): RelationshipsState {
  const tie = tiesOf(data, state).find(({ ends }) => isBetween(ends, one, other));
  if ((tie && !tie.isOwn && tie.state !== "cut off") || (!tie && state.ties.length >= MAX_TIES)) return state;
  const next: RelationshipsState = {
    ...state,
    ties: tie?.isOwn
      ? state.ties.filter((ends) => !isBetween(ends, one, other))
      : [...state.ties, [one, other]],
  };
  const all = heard(data, next);
  return { ...next, reached: state.reached || data.people.every((_, person) => all.has(person)) };
}
