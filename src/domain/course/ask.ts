import type { AskIsland } from "./island.ts";

/** How often a learner may try before the answer is shown. */
const MAX_TRIES = 2;

/** What a learner has done with a question in the text of a lesson. */
export type AskState = {
  /**
   * Indices of answers. If one answer is right: those chosen, in the order in which they were tried. In a question about an order:
   * those placed so far, in the learner's order. Otherwise: those marked.
   */
  picked: readonly number[];
  /** How often the answer was checked. */
  tries: number;
  /** True if `picked` has changed since it was last checked. */
  isOpen: boolean;
};

export const UNASKED: AskState = { picked: [], tries: 0, isOpen: true };

type Given = Pick<AskIsland, "as" | "answers" | "right">;

/** True if a tap on an answer checks it at once. */
function isTapped({ as }: Pick<Given, "as">): boolean {
  return as === "one" || as === "scale";
}

export function isAskRight(island: Given, { picked, isOpen }: AskState): boolean {
  if (isOpen) return false;
  if (isTapped(island)) return picked.at(-1) === island.right[0];
  const mine = island.as === "order" ? picked : picked.toSorted((a, b) => a - b);
  return mine.join() === island.right.join();
}

/** True if the question needs no further answer: it was answered right, or tried twice. */
export function isSettled(island: Given, state: AskState): boolean {
  return isAskRight(island, state) || (!state.isOpen && state.tries >= MAX_TRIES);
}

/** What is wrong with the answers that were marked or placed, in words. */
function faultsOf({ as, answers, right }: Given, { picked }: AskState): string {
  if (as === "order") {
    const placed = right.filter((index, place) => picked[place] === index).length;
    return `${placed} of ${answers.length} are in their place`;
  }
  const wrong = picked.filter((index) => !right.includes(index)).length;
  const missing = right.filter((index) => !picked.includes(index)).length;
  return [
    wrong > 0 && `${wrong} that you marked ${wrong === 1 ? "does" : "do"} not fit`,
    missing > 0 && `${missing} ${missing === 1 ? "is" : "are"} missing`,
  ]
    .filter(Boolean)
    .join(", and ");
}

/** The state after a tap on an answer. Taps that mean nothing change nothing. */
export function pick(island: Given, state: AskState, index: number): AskState {
  if (isSettled(island, state)) return state;
  const { picked, tries } = state;
  const isPicked = picked.includes(index);
  if (isTapped(island))
    return isPicked ? state : { picked: [...picked, index], tries: tries + 1, isOpen: false };
  return {
    picked: isPicked ? picked.filter((each) => each !== index) : [...picked, index],
    tries,
    isOpen: true,
  };
}

/** Checks what is marked or placed. Undefined if there is nothing to check yet. */
export function check(island: Given, state: AskState): AskState | undefined {
  const { picked, tries, isOpen } = state;
  const isComplete = island.as === "order" ? picked.length === island.answers.length : picked.length > 0;
  return isOpen && isComplete ? { picked, tries: tries + 1, isOpen: false } : undefined;
}

/** The stored form: the question's edition, the tries, the answers, and "+" while they have not been checked. */
export function writeAsk(edition: string, { picked, tries, isOpen }: AskState): string {
  return `${edition} ${tries} ${picked.join(".")}${isOpen ? "+" : ""}`;
}

/**
 * The state from its stored form, or null if nothing is stored, or if it was given to another edition of the question, whose
 * answers may have other places.
 */
export function readAsk({ edition, answers }: AskIsland, stored: string | undefined): AskState | null {
  const [, its, tries, picked = "", open] = /^(\S+) (\d) ([\d.]*)(\+?)$/.exec(stored ?? "") ?? [];
  if (its !== edition) return null;
  const indices = picked === "" ? [] : picked.split(".").map(Number);
  const isValid =
    indices.every((index) => index < answers.length) && new Set(indices).size === indices.length;
  // Nothing is open after the last try, whatever another client has written.
  const isOpen = open === "+" && Number(tries) < MAX_TRIES;
  return isValid ? { picked: indices, tries: Number(tries), isOpen } : null;
}

/** The question as the page shows it. */
export type AskView = Pick<AskIsland, "as" | "question"> & {
  answers: {
    /** The index that `pick` takes. */
    index: number;
    text: string;
    /** The reason, once it may be read. */
    why?: string | undefined;
    isPicked: boolean;
    /** In a question about an order: the place that the learner gave it, or where it belongs once that is shown. One-based. */
    place?: number | undefined;
    /** Set once the learner may know. */
    isRight?: boolean | undefined;
  }[];
  /** True if nothing more can be answered. */
  isSettled: boolean;
  canCheck: boolean;
  /** What the learner is told about the last answer: words, then reasons as HTML. */
  verdict: { words: string; isRight: boolean; whys: string[] } | null;
};

export function askView(island: AskIsland, state: AskState): AskView {
  const { as, question, answers, right } = island;
  const { picked } = state;
  const settled = isSettled(island, state);
  const isPlaced = as === "order";
  // Once an order is settled, the answers stand in it.
  const shown = isPlaced && settled ? right : answers.map((_, index) => index);
  const rows = shown.map((index, place): AskView["answers"][number] => {
    const { text, why } = answers[index] as AskIsland["answers"][number]; // The compiler made the indices.
    const isPicked = picked.includes(index);
    const isShown = settled || (isTapped(island) && isPicked);
    const isJudged = isShown && (isPlaced || isPicked || right.includes(index));
    return {
      index,
      text,
      why: settled && !isTapped(island) ? why : undefined,
      isPicked,
      place: !isPlaced || (!settled && !isPicked) ? undefined : (settled ? place : picked.indexOf(index)) + 1,
      isRight: isJudged ? (isPlaced ? picked[place] === index : right.includes(index)) : undefined,
    };
  });
  return {
    as,
    question,
    answers: rows,
    isSettled: settled,
    canCheck: check(island, state) !== undefined,
    verdict: state.isOpen ? null : verdictOn(island, state),
  };
}

function verdictOn(island: AskIsland, state: AskState): AskView["verdict"] {
  const { answers, right } = island;
  const isRight = isAskRight(island, state);
  const whyOf = (index: number | undefined) => answers[index ?? -1]?.why ?? [];
  // Two reasons below each other name their answers.
  const named = (index: number | undefined) =>
    [whyOf(index)].flat().map((why) => `<strong>${answers[index ?? -1]?.text}</strong> ${why}`);
  const last = state.picked.at(-1);
  if (isRight)
    return {
      words: state.tries > 1 ? "Right this time." : "Right.",
      isRight,
      whys: isTapped(island) ? [whyOf(last)].flat() : [],
    };
  const isOver = isSettled(island, state);
  if (isTapped(island))
    return {
      words: isOver ? "Not quite." : "Not quite. Try once more.",
      isRight,
      whys: isOver ? [last, right[0]].flatMap(named) : [whyOf(last)].flat(),
    };
  const words = `Not quite: ${faultsOf(island, state)}.${isOver ? "" : " Try once more."}`;
  return { words, isRight, whys: [] };
}
