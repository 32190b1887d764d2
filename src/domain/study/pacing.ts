import type { LabForm } from "../course/labState.ts";
import type { LessonId } from "../ids.ts";

/** One step of the plan. Days are one-based: day 1 is when the learner begins. */
export type PacingStep = { day: number } & (
  | { kind: "lesson"; lessonId: LessonId }
  /** A lab, task or topic of this lesson, by its folder in `content/labs`. The compiler compares all of this. */
  | {
      kind: "lab";
      form?: Exclude<LabForm, "lab">;
      lab: string;
      lessonId: LessonId;
      title: string;
      minutes: number;
    }
  /** The mixed questions in this lesson's pack are answered. */
  | { kind: "review"; after: LessonId }
  /** The capstone is written and handed in. */
  | { kind: "submit"; minutes: number }
);

/** The thirty-day plan. Reviews follow a few days later, because spaced recall makes knowledge last. */
export const PACING: readonly PacingStep[] = [
  { day: 1, kind: "lesson", lessonId: "1" },
  {
    day: 2,
    kind: "lab",
    lab: "sort-mail",
    lessonId: "1",
    title: "Teach a machine to sort mail",
    minutes: 12,
  },
  {
    day: 2,
    kind: "lab",
    form: "task",
    lab: "choose-a-tool",
    lessonId: "1",
    title: "Choose your assistant",
    minutes: 17,
  },
  { day: 3, kind: "lesson", lessonId: "2" },
  { day: 4, kind: "lab", lab: "guess-next-word", lessonId: "2", title: "Guess the next word", minutes: 12 },
  { day: 4, kind: "lab", lab: "attention", lessonId: "2", title: "How a model pays attention", minutes: 15 },
  { day: 5, kind: "lesson", lessonId: "3" },
  { day: 6, kind: "lab", lab: "brief-it", lessonId: "3", title: "Brief it", minutes: 12 },
  {
    day: 6,
    kind: "lab",
    form: "task",
    lab: "give-context",
    lessonId: "3",
    title: "Brief your own assistant",
    minutes: 15,
  },
  { day: 7, kind: "review", after: "3" },
  {
    day: 7,
    kind: "lab",
    form: "task",
    lab: "chain-and-check",
    lessonId: "3",
    title: "One step at a time",
    minutes: 20,
  },
  { day: 8, kind: "lesson", lessonId: "4" },
  {
    day: 9,
    kind: "lab",
    lab: "draw-the-line",
    lessonId: "4",
    title: "Where do you draw the line?",
    minutes: 12,
  },
  {
    day: 9,
    kind: "lab",
    form: "topic",
    lab: "scams",
    lessonId: "4",
    title: "Scams, cloned voices and fakes",
    minutes: 15,
  },
  { day: 10, kind: "lab", lab: "human-check", lessonId: "4", title: "The human check", minutes: 14 },
  {
    day: 10,
    kind: "lab",
    form: "task",
    lab: "files-and-tables",
    lessonId: "4",
    title: "Give it a table",
    minutes: 15,
  },
  { day: 11, kind: "lesson", lessonId: "5" },
  { day: 12, kind: "lab", lab: "which-rules", lessonId: "5", title: "Which rules apply?", minutes: 15 },
  {
    day: 12,
    kind: "lab",
    form: "topic",
    lab: "used-for-training",
    lessonId: "5",
    title: "What “used for training” means",
    minutes: 15,
  },
  { day: 13, kind: "review", after: "5" },
  {
    day: 13,
    kind: "lab",
    form: "task",
    lab: "own-tools",
    lessonId: "5",
    title: "Sort your own tools",
    minutes: 9,
  },
  {
    day: 13,
    kind: "lab",
    form: "task",
    lab: "long-document",
    lessonId: "5",
    title: "Read a long document with it",
    minutes: 20,
  },
  { day: 14, kind: "lesson", lessonId: "6" },
  { day: 15, kind: "lab", lab: "agent-keys", lessonId: "6", title: "Give an agent the keys", minutes: 12 },
  {
    day: 15,
    kind: "lab",
    form: "task",
    lab: "agent-one-key",
    lessonId: "6",
    title: "An agent with one key",
    minutes: 20,
  },
  { day: 16, kind: "lab", lab: "true-time", lessonId: "6", title: "True time", minutes: 12 },
  {
    day: 16,
    kind: "lab",
    form: "topic",
    lab: "jobs",
    lessonId: "6",
    title: "Jobs, and what has been agreed",
    minutes: 15,
  },
  { day: 17, kind: "lesson", lessonId: "7" },
  { day: 18, kind: "lab", lab: "trace-it", lessonId: "7", title: "Trace it", minutes: 15 },
  {
    day: 18,
    kind: "lab",
    form: "task",
    lab: "search-with-sources",
    lessonId: "7",
    title: "Search with sources",
    minutes: 20,
  },
  { day: 19, kind: "review", after: "7" },
  {
    day: 19,
    kind: "lab",
    form: "topic",
    lab: "misinformation",
    lessonId: "7",
    title: "Rumours, fakes and elections",
    minutes: 20,
  },
  { day: 20, kind: "lesson", lessonId: "8" },
  { day: 21, kind: "lab", lab: "four-lenses", lessonId: "8", title: "Four lenses, one case", minutes: 12 },
  {
    day: 21,
    kind: "lab",
    form: "task",
    lab: "saying-no",
    lessonId: "8",
    title: "Say no with reasons",
    minutes: 20,
  },
  { day: 22, kind: "lesson", lessonId: "9" },
  {
    day: 23,
    kind: "lab",
    lab: "draw-relationships",
    lessonId: "9",
    title: "Draw the relationships",
    minutes: 15,
  },
  {
    day: 23,
    kind: "lab",
    form: "task",
    lab: "dictation",
    lessonId: "9",
    title: "Speak instead of typing",
    minutes: 18,
  },
  {
    day: 24,
    kind: "lab",
    form: "task",
    lab: "pictures",
    lessonId: "9",
    title: "Describe a picture, make a picture",
    minutes: 18,
  },
  {
    day: 24,
    kind: "lab",
    form: "topic",
    lab: "accessibility",
    lessonId: "9",
    title: "AI for accessibility",
    minutes: 15,
  },
  { day: 25, kind: "lesson", lessonId: "10" },
  { day: 26, kind: "lab", lab: "cost-of-words", lessonId: "10", title: "What your words cost", minutes: 12 },
  {
    day: 26,
    kind: "lab",
    form: "task",
    lab: "code-or-formula",
    lessonId: "10",
    title: "A formula without being a programmer",
    minutes: 15,
  },
  { day: 27, kind: "review", after: "10" },
  { day: 27, kind: "lab", lab: "follow-the-energy", lessonId: "10", title: "Follow the energy", minutes: 12 },
  {
    day: 27,
    kind: "lab",
    form: "task",
    lab: "custom-instructions",
    lessonId: "10",
    title: "Custom instructions",
    minutes: 14,
  },
  { day: 28, kind: "lesson", lessonId: "11" },
  { day: 29, kind: "lab", lab: "review-a-review", lessonId: "11", title: "Review a review", minutes: 15 },
  {
    day: 29,
    kind: "lab",
    form: "topic",
    lab: "buying-ai",
    lessonId: "11",
    title: "Buying AI for an organisation",
    minutes: 15,
  },
  { day: 30, kind: "submit", minutes: 30 },
];

/** "Lab", "Task" or "Topic". */
export function labNoun({ form = "lab" }: { form?: LabForm }): string {
  return form.charAt(0).toUpperCase() + form.slice(1);
}

/** The labs, tasks and topics of the plan in order. */
export const LABS = PACING.filter((step) => step.kind === "lab");

/** The thirty days with their steps, in order. */
export const DAYS = [...new Set(PACING.map(({ day }) => day))].map((day) => ({
  day,
  steps: PACING.filter((step) => step.day === day),
}));

/** The day of the review that follows a lesson. */
export const REVIEW_DAYS: ReadonlyMap<LessonId, number> = new Map(
  PACING.flatMap((step) => (step.kind === "review" ? [[step.after, step.day] as const] : [])),
);
