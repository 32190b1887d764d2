import { expect, test } from "vitest";
import { labData } from "../../../../tests/support/screens/labs.tsx";
import { dataSchema, type WhichRulesData } from "./data.ts";
import {
  begin,
  ENOUGH,
  isFinished,
  stateSchema,
  strictSystems,
  turnsByTopic,
  type WhichRulesState,
  walk,
  withChoice,
  wrongTurns,
} from "./walk.ts";

const data = dataSchema.parse(labData("which-rules"));
const schema = stateSchema(data);
const complaints = (changed: unknown) =>
  dataSchema.safeParse(changed).error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`);

/** The choices that answer a system rightly, each question only after all its wrong answers if `isWorst`. */
function choicesFor(index: number, { isWorst = false } = {}): string {
  const system = data.systems[index];
  if (!system) throw new Error(`There is no system ${index}.`);
  let choices = "";
  while (!isFinished(data, system, choices)) {
    const step = walk(data, system, choices).at(-1);
    if (!step) throw new Error("The walk has no step.");
    const places = step.node.answers.map((answer, place) => ({ answer, place }));
    const right = places.filter(({ answer }) => answer === step.right);
    const wrong = places.filter(({ answer }) => answer !== step.right);
    choices += [...(isWorst ? wrong : []), ...right].map(({ place }) => place).join("");
  }
  return choices;
}

/** The state of a learner who has finished the first `count` systems without a wrong turn. */
function finish(count: number): WhichRulesState {
  let state: WhichRulesState = { ...begin(data), guess: 6 };
  for (let index = 0; index < count; index += 1)
    for (const place of choicesFor(index)) state = withChoice(data, state, index, Number(place));
  return state;
}

test("the path of each of the twelve systems ends in the leaf that the system declares", () => {
  expect(data.systems).toHaveLength(12);
  for (const { name, path, leaf } of data.systems) {
    let at = data.start;
    for (const { answer } of path)
      at = data.nodes.find(({ id }) => id === at)?.answers.find(({ id }) => id === answer)?.to ?? "nowhere";
    expect([name, at]).toEqual([name, leaf]);
    expect(data.leaves.map(({ id }) => id)).toContain(at);
  }
});

test("every node, every leaf and every tier is used by a system", () => {
  const steps = data.systems.flatMap((system, index) => walk(data, system, choicesFor(index)));
  expect(new Set(steps.map(({ node }) => node.id))).toEqual(new Set(data.nodes.map(({ id }) => id)));
  expect(new Set(data.systems.map(({ leaf }) => leaf))).toEqual(new Set(data.leaves.map(({ id }) => id)));
  const tiers = data.nodes.find(({ id }) => id === data.start)?.answers.map(({ id }) => id);
  expect(new Set(data.systems.map(({ path }) => path[0]?.answer))).toEqual(new Set(tiers));
});

test("six of the twelve are prohibited or high-risk", () => {
  expect(strictSystems(data).map(({ name }) => name)).toEqual([
    "The essay marker",
    "The CV sorter",
    "The boredom camera",
    "The emergency housing score",
    "The job adverts",
    "The tenants’ score",
  ]);
});

test("a system outside the EU AI Act can need all four safeguards, and a high-risk one can leave the decision to a person, as the text says", () => {
  const answers = data.systems.map(({ path }) => path.map(({ answer }) => answer));
  expect(answers.some((each) => each.includes("outside") && each.includes("alone"))).toBe(true);
  expect(answers.some((each) => each.includes("high") && each.includes("person"))).toBe(true);
});

test("every system that judges people engages the Equality Act and needs a DPIA, as the text says", () => {
  for (const { path, name } of data.systems) {
    const answers = path.map(({ answer }) => answer);
    const isStrict = ["banned", "high"].some((tier) => answers.includes(tier));
    if (isStrict || answers.includes("alone") || answers.includes("person"))
      expect([name, answers.includes("hardly"), answers.includes("needed")]).toEqual([name, false, true]);
  }
});

test("a wrong turn stays at the question, is counted once, and the right answer leads on", () => {
  const [system] = data.systems;
  if (!system) throw new Error("There is no system.");
  const steps = walk(data, system, "0102");
  expect(steps.map(({ node, isAnswered }) => [node.id, isAnswered])).toEqual([
    ["tier", true],
    ["why-high", false],
  ]);
  expect(steps[0]?.wrong.map(({ id }) => id)).toEqual(["outside", "banned"]);
  expect(wrongTurns(steps)).toBe(2);
  expect(turnsByTopic(data, ["0102"])).toEqual(
    new Map([
      ["EU AI Act", 2],
      ["UK automated decision", 0],
      ["Equality Act 2010", 0],
      ["DPIA", 0],
    ]),
  );
});

test("the finished systems are counted with the choices, and a state that counts wrongly is rejected", () => {
  const state = finish(ENOUGH);
  expect(state.finished).toBe(8);
  expect(schema.safeParse(state).success).toBe(true);
  expect(schema.safeParse({ ...state, finished: 12 }).success).toBe(false);
  expect(schema.safeParse({ ...state, choices: state.choices.slice(1) }).success).toBe(false);
  expect(schema.safeParse({ ...state, open: 12 }).success).toBe(false);
});

test("the longest state is far below 4,000 characters", () => {
  const longest = {
    guess: 12,
    open: 11,
    choices: data.systems.map((_, index) => choicesFor(index, { isWorst: true })),
    finished: 12,
  };
  expect(schema.safeParse(longest).success).toBe(true);
  expect(JSON.stringify(longest).length).toBeLessThan(400);
});

const withNode = (index: number, change: (node: WhichRulesData["nodes"][number]) => object) => ({
  ...data,
  nodes: data.nodes.map((node, at) => (at === index ? { ...node, ...change(node) } : node)),
});

test("a graph with a missing target, a cycle or two nodes of the same name is rejected", () => {
  const leadTo = (to: string) =>
    withNode(0, ({ answers }) => ({
      answers: answers.map((answer, at) => (at ? answer : { ...answer, to })),
    }));
  expect(complaints(leadTo("nowhere"))).toContain("nodes.0.answers.0.to is neither a node nor a leaf");
  expect(complaints(leadTo("tier"))).toContain("nodes.0 leads back to itself");
  expect(complaints(withNode(1, () => ({ id: "tier" })))).toContain("nodes.1.id is used twice");
  expect(complaints({ ...data, strict: ["banned", "education"] })).toContain(
    "strict.1 is no answer of the first node",
  );
});

test("a system whose path misses its leaf is rejected", () => {
  const wrong = { ...data, systems: data.systems.map((each) => ({ ...each, path: each.path.slice(0, -1) })) };
  expect(complaints(wrong)).toContain('systems.0.path must lead to the leaf "assess", but leads to "dpia"');
});
