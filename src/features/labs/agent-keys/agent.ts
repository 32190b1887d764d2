import type { AgentKeysData, AgentStep } from "./data.ts";

/** What the agent may do with a tool: never, after asking, or alone. The learner's keys have one of them per tool. */
export const LEVELS = ["0", "1", "2"] as const;
export type Level = (typeof LEVELS)[number];
const [OFF, ASK] = LEVELS;

/** What happened to a step that the agent tried. */
export type Event = { step: AgentStep; outcome: "done" | "approved" | "refused" | "blocked" };

export type Run = {
  events: Event[];
  /** The step that waits for an answer, or null if the run is over. */
  pending: AgentStep | null;
};

/**
 * Runs the agent from the beginning. It tries its steps in order, and those of the hidden instruction as if they were
 * its own. `keys` has one level per tool, in the order of the tools; `answers` has "y" or "n" for each request so far.
 */
export function runAgent({ steps, tools }: AgentKeysData, keys: string, answers: string): Run {
  const happened = new Set<string>();
  const events: Event[] = [];
  let asked = 0;
  for (const step of steps) {
    if (step.after !== undefined && !happened.has(step.after)) continue;
    const level = keys[tools.findIndex(({ id }) => id === step.tool)];
    const answer = level === ASK ? answers[asked] : undefined;
    if (level === ASK && answer === undefined) return { events, pending: step };
    if (level === ASK) asked += 1;
    const outcome =
      level === OFF ? "blocked" : level === ASK ? (answer === "y" ? "approved" : "refused") : "done";
    events.push({ step, outcome });
    if (outcome === "done" || outcome === "approved") happened.add(step.id);
  }
  return { events, pending: null };
}

export type Result = {
  /** The numbers of the jobs that were done, from 1. */
  jobs: number[];
  /** The harm that was done, in the words of the data. */
  harms: string[];
  /** How often the agent asked. */
  asked: number;
};

export function resultOf({ events }: Run): Result {
  const steps = events.flatMap(({ step, outcome }) =>
    outcome === "done" || outcome === "approved" ? [step] : [],
  );
  return {
    jobs: steps.flatMap(({ job }) => job ?? []),
    harms: steps.flatMap(({ harm }) => harm ?? []),
    asked: events.filter(({ outcome }) => outcome === "approved" || outcome === "refused").length,
  };
}

/** A person who answers the requests of a run. */
type Answerer = (step: AgentStep) => boolean;
/** Approves everything. */
export const trusting: Answerer = () => true;
/** Reads every request and refuses those of the hidden instruction. */
export const careful: Answerer = ({ planted }) => !planted;

/** The result with these keys when somebody answers every request in this way. */
export function resultWith(data: AgentKeysData, keys: string, approves: Answerer): Result {
  let answers = "";
  for (;;) {
    const run = runAgent(data, keys, answers);
    if (!run.pending) return resultOf(run);
    answers += approves(run.pending) ? "y" : "n";
  }
}

/** Every possible setting of the keys. */
export function allKeys({ tools }: AgentKeysData): string[] {
  return tools.reduce<string[]>((keys) => keys.flatMap((each) => LEVELS.map((level) => each + level)), [""]);
}

export type Survey = {
  settings: number;
  /** Settings with which every job is done if everything is approved. */
  complete: number;
  /** Of these: no harm is done even if everything is approved. */
  safeForTrusting: number;
  /** Of these: no harm is done and every job is still done if the planted requests are refused. */
  safeForCareful: number;
  /** The most jobs that any setting does without harm if everything is approved. */
  mostJobsSafely: number;
};

/** Tries every setting with both kinds of answers. */
export function survey(data: AgentKeysData): Survey {
  const results = allKeys(data).map((keys) => ({
    trusted: resultWith(data, keys, trusting),
    read: resultWith(data, keys, careful),
  }));
  const isComplete = ({ jobs }: Result) => jobs.length === data.jobs.length;
  const complete = results.filter(({ trusted }) => isComplete(trusted));
  const harmless = results.filter(({ trusted }) => trusted.harms.length === 0);
  return {
    settings: results.length,
    complete: complete.length,
    safeForTrusting: complete.filter(({ trusted }) => trusted.harms.length === 0).length,
    safeForCareful: complete.filter(({ read }) => isComplete(read) && read.harms.length === 0).length,
    mostJobsSafely: Math.max(0, ...harmless.map(({ trusted }) => trusted.jobs.length)),
  };
}
