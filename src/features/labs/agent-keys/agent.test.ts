import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { allKeys, careful, resultWith, runAgent, survey, trusting } from "./agent.ts";
import { dataSchema } from "./data.ts";
import { begin, stateSchema, withRun } from "./state.ts";

const FILE = join(import.meta.dirname, "../../../../content/labs/agent-keys/data.yaml");
const raw = parse(readFileSync(FILE, "utf8"));
const data = dataSchema.parse(raw);
/** Read, files, calendar, send, pay. */
const ALL_ALONE = "22222";
const ALL_ASKED = "11111";

test("with every key the agent does all jobs and all harm, without a question", () => {
  expect(resultWith(data, ALL_ALONE, careful)).toMatchObject({ jobs: [1, 2, 3], asked: 0 });
  expect(resultWith(data, ALL_ALONE, careful).harms).toHaveLength(3);
});

test("a person who is asked about everything prevents all harm by reading, and none by approving", () => {
  expect(resultWith(data, ALL_ASKED, careful)).toEqual({ jobs: [1, 2, 3], harms: [], asked: 8 });
  expect(resultWith(data, ALL_ASKED, trusting).harms).toHaveLength(3);
});

test("without a key for mail the agent does nothing at all", () => {
  const { events, pending } = runAgent(data, "02222", "");
  expect([events.map(({ outcome }) => outcome), pending]).toEqual([["blocked"], null]);
});

test("the survey counts every setting", () => {
  expect(allKeys(data)).toHaveLength(3 ** 5);
  expect(survey(data)).toEqual({
    settings: 243,
    complete: 48,
    safeForTrusting: 0,
    safeForCareful: 16,
    mostJobsSafely: 2,
  });
});

test("the state fits its schema after any run, also after many", () => {
  let state = begin(data);
  for (const keys of allKeys(data).slice(0, 9)) state = withRun({ ...state, keys, guess: "both" }, "yn");
  expect(state.runs).toHaveLength(6);
  expect(stateSchema(data).safeParse(state).success).toBe(true);
  expect(stateSchema(data).safeParse({ ...state, keys: "222" }).success).toBe(false);
});

test.each([
  ["a tool that does not exist", { tool: "phone" }, "is none of the tools"],
  ["an order that cannot be", { after: "cover" }, "is no earlier step"],
  ["a job that does not exist", { job: 4 }, "is none of the jobs"],
  ["harm by a step of the task", { harm: "Oh no." }, "is only for a step that is planted"],
])("data with %s is refused", (_, wrong, message) => {
  const steps = [{ ...raw.steps[0], ...wrong }, ...raw.steps.slice(1)];
  const found = dataSchema.safeParse({ ...raw, steps });
  expect(found.error?.issues.map((issue) => issue.message)).toContain(message);
});
