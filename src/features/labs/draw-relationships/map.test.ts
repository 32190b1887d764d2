import { expect, test } from "vitest";
import { labData } from "../../../../tests/support/screens/labs.tsx";
import { writeLabState } from "../../../domain/course/labState.ts";
import { dataSchema } from "./data.ts";
import {
  clean,
  MAX_DUTY,
  MAX_GROUPS,
  MAX_GUESS,
  MAX_NAME,
  MAX_PEOPLE,
  MAX_POSITION,
  MAX_TIES,
} from "./limits.ts";
import {
  begin,
  fullOfPeople,
  fullOfTies,
  inCircle,
  movedTo,
  nameProblem,
  type RelationshipsState,
  startWithExample,
  stateSchema,
  type Tie,
  tieProblem,
  withoutPerson,
  withoutTie,
  withPerson,
  withTie,
} from "./map.ts";

const raw = labData("draw-relationships");
const data = dataSchema.parse(raw);
const start = startWithExample(data);
const names = ({ people }: RelationshipsState) => people.map(([name]) => name);

function longestState(): RelationshipsState {
  // Characters that JSON would escape, as a learner could type them.
  const long = (most: number, index: number) =>
    clean(`${index}${'"\\\u0001'.repeat(most)}`, most).padEnd(most, "x");
  const pairs = Array.from({ length: MAX_PEOPLE }, (_, from) => from).flatMap((from) =>
    Array.from({ length: from }, (_, to): [number, number] => [from, to]),
  );
  return {
    people: Array.from({ length: MAX_PEOPLE }, (_, index) => [
      long(MAX_NAME, index),
      1,
      MAX_POSITION,
      MAX_POSITION,
    ]),
    ties: pairs
      .slice(-MAX_TIES)
      .map(([from, to]): Tie => [from, to, 2, long(MAX_DUTY, from), long(MAX_DUTY, to)]),
    guess: MAX_GUESS,
    found: MAX_PEOPLE + MAX_TIES + 1,
    absent: Array.from({ length: MAX_GROUPS }, (_, index) => long(MAX_DUTY, index)),
  };
}

test("the longest possible state fits its schema and 4,000 characters", () => {
  const state = longestState();
  const groups = Array.from({ length: MAX_GROUPS }, () => ({ name: "a", question: "b" }));
  expect(stateSchema({ groups }).safeParse(state).success).toBe(true);
  expect(state.ties).toHaveLength(MAX_TIES);
  expect(writeLabState(state, true).length).toBeLessThanOrEqual(4_000);
});

test.each(['a "quoted" \\ name', "line\nbreak\ttab", "half a pair \ud83d", "x".repeat(100), "  \u0000  "])(
  "clean text %j has no character that JSON escapes, and stays as it is when it is cleaned again",
  (text) => {
    const found = clean(text, MAX_NAME);
    expect(JSON.stringify(found)).toHaveLength(found.length + 2);
    expect(found.length).toBeLessThanOrEqual(MAX_NAME);
    expect(clean(found, MAX_NAME)).toBe(found);
  },
);

test("a character of two code units is not cut in half", () => {
  expect(clean(`${"x".repeat(MAX_NAME - 1)}😀`, MAX_NAME)).toBe("x".repeat(MAX_NAME - 1));
});

test("a removed person takes their ties along, and the other ties keep their people", () => {
  const named = ({ people, ties }: RelationshipsState) =>
    ties.map(([from, to]) => `${people[from]?.[0]} – ${people[to]?.[0]}`);
  const person = names(start).indexOf("Tenants with the app");
  const without = withoutPerson(start, person);
  expect(named(without)).toEqual(named(start).filter((each) => !each.includes("Tenants with the app")));
  expect(stateSchema(data).safeParse(without).success).toBe(true);
});

test("a name is refused when it is empty, on the map in any spelling of case, or when the map is full", () => {
  expect(nameProblem(start, " ")).toBe("Write a name.");
  expect(nameProblem(start, " repair CREW ")).toBe("This name is on the map already.");
  expect(nameProblem(start, "Plumbers")).toBeNull();
  let full = start;
  while (full.people.length < MAX_PEOPLE) full = withPerson(full, `Person ${full.people.length}`);
  expect(nameProblem(full, "Plumbers")).toBe(fullOfPeople);
});

test("two people have one tie, in either direction, which can be replaced and removed", () => {
  const [first] = start.ties;
  if (!first) throw new Error("the example has no tie");
  const [from, to] = first;
  expect(tieProblem(start, to, from, null)).toMatch(/have a tie already/);
  expect(tieProblem(start, to, from, 0)).toBeNull();
  expect(tieProblem(start, from, from, null)).toBe("Choose two different people or groups.");
  const changed = withTie(start, [from, to, 2, "a", "b"], 0);
  expect(changed.ties[0]).toEqual([from, to, 2, "a", "b"]);
  expect(changed.ties).toHaveLength(start.ties.length);
  expect(withoutTie(start, 0).ties).toEqual(start.ties.slice(1));
  expect(tieProblem(longestState(), 0, 1, null)).toBe(fullOfTies);
});

test("positions are whole numbers that stay inside the picture, until everyone is back in the circle", () => {
  const moved = movedTo(start, 1, 40.4, 1_000);
  expect(moved.people[1]?.slice(2)).toEqual([40, MAX_POSITION]);
  expect(movedTo(start, 1, -5, -5).people[1]?.slice(2)).toEqual([0, 0]);
  expect(stateSchema(data).safeParse(moved).success).toBe(true);
  expect(inCircle(moved)).toEqual(start);
});

test.each([
  ["a tie to nobody", { ties: [[0, 9, 0, "", ""]] }],
  ["a tie from a person to the same person", { ties: [[1, 1, 0, "", ""]] }],
  ["an unknown state of a tie", { ties: [[0, 1, 3, "", ""]] }],
  ["a name with a straight quote", { people: [['"', 0, -1, -1]], ties: [] }],
  ["reasons for fewer groups than there are", { absent: [] }],
])("%s is no state", (_, wrong) => {
  expect(stateSchema(data).safeParse(start).success).toBe(true);
  expect(stateSchema(data).safeParse(begin(data)).success).toBe(true);
  expect(stateSchema(data).safeParse({ ...start, ...wrong }).success).toBe(false);
});

test.each([
  ["a tie to nobody", [{ from: 1, to: 9, state: "joined" }], "leads to nobody on the map"],
  [
    "a tie to the same person",
    [{ from: 2, to: 2, state: "joined" }],
    "leads from a person to the same person",
  ],
  [
    "two ties between the same people",
    [
      { from: 1, to: 2, state: "joined" },
      { from: 2, to: 1, state: "strained" },
    ],
    "is the second tie between these two",
  ],
])("data with %s is refused", (_, ties, message) => {
  const found = dataSchema.safeParse({ ...data, example: { ...data.example, ties } });
  expect(found.error?.issues.map((issue) => issue.message)).toContain(message);
});

test("data with a name that the map cannot hold is refused", () => {
  const groups = [{ name: "x".repeat(MAX_NAME + 1), question: "Who?" }];
  expect(dataSchema.safeParse({ ...data, groups }).error?.issues[0]?.message).toMatch(
    /^must have at most 30/,
  );
});
