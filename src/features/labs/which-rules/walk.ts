import * as z from "zod/mini";
import type { GraphAnswer, GraphNode, System, WhichRulesData } from "./data.ts";

/** Systems that count as enough. */
export const ENOUGH = 8;
/** More than the sum of all answers on any path. */
const LONGEST_WALK = 30;

/** One question of a system: the answers that the learner tried wrongly, in order, and the right one once it was given. */
export type Step = {
  node: GraphNode;
  right: GraphAnswer;
  fact: string;
  wrong: GraphAnswer[];
  isAnswered: boolean;
};

/**
 * The steps that the learner has reached. `choices` has one digit per answer given: its place in its node. The last step
 * is not answered yet unless the walk is complete.
 */
export function walk({ nodes, start }: WhichRulesData, { path }: System, choices: string): Step[] {
  const steps: Step[] = [];
  let at = start;
  let next = 0;
  for (const { answer, fact } of path) {
    const here = at;
    const node = nodes.find(({ id }) => id === here);
    const right = node?.answers.find(({ id }) => id === answer);
    if (!node || !right) break;
    const wrong: GraphAnswer[] = [];
    let isAnswered = false;
    while (!isAnswered && next < choices.length) {
      const chosen = node.answers[Number(choices[next])];
      next += 1;
      if (chosen === right) isAnswered = true;
      else if (chosen && !wrong.includes(chosen)) wrong.push(chosen);
    }
    steps.push({ node, right, fact, wrong, isAnswered });
    if (!isAnswered) break;
    at = right.to;
  }
  return steps;
}

export function isFinished(data: WhichRulesData, system: System, choices: string): boolean {
  const steps = walk(data, system, choices);
  return steps.length === system.path.length && steps.every(({ isAnswered }) => isAnswered);
}

export const wrongTurns = (steps: readonly Step[]) => steps.reduce((sum, { wrong }) => sum + wrong.length, 0);

/** The systems whose tier the prediction counts. */
export const strictSystems = ({ systems, strict }: WhichRulesData) =>
  systems.filter(({ path }) => path[0] && strict.includes(path[0].answer));

/** The wrong turns at each topic, over all systems, in the order of the graph. */
export function turnsByTopic(data: WhichRulesData, choices: readonly string[]): Map<string, number> {
  const turns = new Map(data.nodes.map(({ topic }) => [topic, 0]));
  for (const [index, system] of data.systems.entries())
    for (const { node, wrong } of walk(data, system, choices[index] ?? ""))
      turns.set(node.topic, (turns.get(node.topic) ?? 0) + wrong.length);
  return turns;
}

/** `choices` has a string per system, as in `walk`. `open` is the system on screen, `finished` how many are finished. */
export const stateSchema = (data: WhichRulesData) =>
  z
    .object({
      guess: z.nullable(z.int().check(z.minimum(0), z.maximum(data.systems.length))),
      open: z.nullable(z.int().check(z.minimum(0), z.maximum(data.systems.length - 1))),
      choices: z
        .array(z.string().check(z.regex(new RegExp(`^\\d{0,${LONGEST_WALK}}$`))))
        .check(z.length(data.systems.length)),
      finished: z.int(),
    })
    .check(z.refine(({ choices, finished }) => finished === finishedCount(data, choices)));
export type WhichRulesState = z.infer<ReturnType<typeof stateSchema>>;

export function begin({ systems }: WhichRulesData): WhichRulesState {
  return { guess: null, open: null, choices: systems.map(() => ""), finished: 0 };
}

/** Answers the question on screen. `place` is that of the answer in its node. */
export function withChoice(
  data: WhichRulesData,
  state: WhichRulesState,
  system: number,
  place: number,
): WhichRulesState {
  const choices = state.choices.map((each, index) => (index === system ? `${each}${place}` : each));
  return { ...state, choices, finished: finishedCount(data, choices) };
}

const finishedCount = (data: WhichRulesData, choices: readonly string[]) =>
  data.systems.filter((system, index) => isFinished(data, system, choices[index] ?? "")).length;
