type How = {
  hint: string;
  /** Said when the learner checks too early. */
  first: string;
};

/** What to do with the answers of a question, by its form; null where a tap answers. Also in the shape of the card (renderBody.ts). */
export const ASK_HOW: Record<"one" | "all" | "scale" | "order" | "words", How | null> = {
  one: null,
  scale: null,
  all: { hint: "Choose all that fit.", first: "Choose an answer first." },
  order: { hint: "Tap them in the right order.", first: "Give each a place first." },
  words: { hint: "Tap the words.", first: "Tap some words first." },
};
