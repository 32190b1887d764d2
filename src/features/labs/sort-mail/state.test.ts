import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { dataSchema } from "./data.ts";
import {
  begin,
  firstUnlabelled,
  learned,
  type SortMailState,
  spoilt,
  stateSchema,
  tested,
  withLabel,
} from "./state.ts";

const FILE = join(import.meta.dirname, "../../../../content/labs/sort-mail/data.yaml");
const data = dataSchema.parse(parse(readFileSync(FILE, "utf8")));
/** Labelled as we would. */
const labelled: SortMailState = {
  ...begin(data),
  labels: data.examples.map(({ urgent }) => (urgent ? "u" : "w")).join(""),
};

function trained(state = labelled) {
  const machine = learned(data, state);
  if (!machine) throw new Error("the machine has learned nothing");
  return machine;
}
const rightIn = (messages: typeof data.alike) =>
  tested(trained(), messages).filter(({ isRight }) => isRight).length;

test("with our labels, the machine gets all messages like the examples right, and hardly any of the others", () => {
  expect(rightIn(data.alike)).toBe(10);
  expect(rightIn(data.unlike)).toBeLessThanOrEqual(3);
});

test("lopsided labels make the machine call the same words less urgent where they name the place", () => {
  const [without, named] = data.pair;
  const before = trained();
  const after = spoilt(data, labelled);
  expect(named.replace("Eastfield", "Westgate")).toBe(without);
  expect(before.urgency(named)).toBeGreaterThanOrEqual(before.urgency(without));
  expect(after?.urgency(named)).toBeLessThan((after?.urgency(without) ?? 0) - 0.2);
});

test("labels are kept one by one, and the state fits its schema from the beginning to the end", () => {
  let state = begin(data);
  for (const index of data.examples.keys()) {
    expect(firstUnlabelled(state)).toBe(index);
    expect(stateSchema(data).safeParse(state).success).toBe(true);
    state = withLabel(state, index, index % 2 === 0 ? "u" : "w");
  }
  expect(firstUnlabelled(state)).toBeNull();
  expect(learned(data, withLabel(state, 0, "-"))).not.toBeNull();
});

test("the machine learns nothing from labels of one kind", () => {
  expect(learned(data, { ...labelled, labels: "u".repeat(20) })).toBeNull();
});

test.each([{ labels: "uw" }, { labels: "x".repeat(20) }, { alike: 11 }, { spoilt: "third" }])(
  "%j is not taken for a state",
  (wrong) => expect(stateSchema(data).safeParse({ ...labelled, ...wrong }).success).toBe(false),
);
