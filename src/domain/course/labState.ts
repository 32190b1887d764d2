/** What a page of `content/labs` is: something that runs, a task with the learner's own assistant, or a text to read. */
export const LAB_FORMS = ["lab", "task", "topic"] as const;
export type LabForm = (typeof LAB_FORMS)[number];
export const LAB_GROUPS: Record<LabForm, string> = {
  lab: "Labs",
  task: "With your own assistant",
  topic: "Topics",
};

const DONE = "done\n";
const OPEN = "open\n";

/** The stored form of a lab's state: whether the lab has ever been done, then the state itself as JSON. */
export function writeLabState(state: unknown, isDone: boolean): string {
  return `${isDone ? DONE : OPEN}${JSON.stringify(state)}`;
}

/** Null if nothing is stored or it cannot be read. */
export function readLabState(stored: string): unknown {
  const start = stored.startsWith(DONE) ? DONE : stored.startsWith(OPEN) ? OPEN : null;
  if (start === null) return null;
  try {
    return JSON.parse(stored.slice(start.length));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export function isLabDone(stored: string): boolean {
  return stored.startsWith(DONE);
}

/** How far a lab is, from its stored state. */
export function labStanding(stored: string): "done" | "begun" | "open" {
  if (isLabDone(stored)) return "done";
  return stored === "" ? "open" : "begun";
}

/** The workbook field that stores the state of a lab: `l01-lab-sort-mail`. */
export function labFieldId(lessonId: string, name: string): string {
  return `l${lessonId.padStart(2, "0")}-lab-${name}`;
}
