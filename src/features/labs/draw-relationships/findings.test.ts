import { expect, test } from "vitest";
import { labData } from "../../../../tests/support/screens/labs.tsx";
import { dataSchema } from "./data.ts";
import { findingsOf } from "./findings.ts";
import { begin, newPerson, type RelationshipsState, startWithExample } from "./map.ts";

const data = dataSchema.parse(labData("draw-relationships"));
const map = (changes: Partial<RelationshipsState>): RelationshipsState => ({
  ...begin(data),
  people: [newPerson("Planner"), newPerson("Office", true), newPerson("Crew")],
  ...changes,
});
const kinds = (state: RelationshipsState) => findingsOf(state).map(({ kind }) => kind);

test("the made-up case has one finding of each kind, as its author says that it was left incomplete", () => {
  expect(findingsOf(startWithExample(data)).map(({ text }) => text)).toEqual([
    "Caretakers: no tie to anyone.",
    "Tenants without the app: there are ties, but nobody owes them anything.",
    "Office owes Tenants with the app “an answer within two days”. What comes back is not on the map.",
    "Nobody on this map can say no.",
  ]);
});

test("a person without a tie counts once, although nobody owes them anything either", () => {
  expect(kinds(map({ ties: [[0, 1, 0, "", ""]] }))).toEqual(["alone", "owedNothing"]);
});

test("nothing is owed to the system, and its ties are not one-way", () => {
  const state = map({
    ties: [
      [0, 1, 0, "a list", ""],
      [1, 2, 0, "a visit", "a note"],
    ],
  });
  expect(findingsOf(state)).toEqual([]);
});

test("a one-way duty names who owes it, whichever end wrote it down", () => {
  const state = map({
    ties: [
      [0, 1, 0, "", ""],
      [1, 2, 1, "", "a note"],
    ],
  });
  expect(findingsOf(state).map(({ text }) => text)).toEqual([
    "Crew: there are ties, but nobody owes them anything.",
    "Crew owes Office “a note”. What comes back is not on the map.",
  ]);
});

test("a system that could say no would not count as somebody", () => {
  const people = [newPerson("Planner", true), newPerson("Office"), newPerson("Crew")];
  expect(kinds(map({ people, ties: [[1, 2, 0, "a", "b"]] }))).toEqual(["alone", "nobodyCanSayNo"]);
});
