/** A message, and what the lab's machine makes of it once it has learned from our labels. */
export type Sorted = {
  text: string;
  /** It is always more than 99% sure. */
  machine: "urgent" | "wait";
  isRight: boolean;
  /** Words of the message that the machine has met in messages of that kind only. */
  words: string;
  more?: string;
};

/** Messages of the lab sort-mail. The lab itself is the answer key: tests/landing/tryIt.test.ts trains it and compares. */
export const TRY_IT: readonly Sorted[] = [
  {
    text: "Someone is stuck in the lift. Please come now.",
    machine: "urgent",
    isRight: true,
    words: "“someone”, “stuck” and “now”",
  },
  {
    text: "The smoke alarm is so loud! Please come and change the battery some day, no hurry.",
    machine: "urgent",
    isRight: false,
    words: "“smoke” and “hurry”",
    more: "It cannot read “no hurry”.",
  },
  {
    text: "Thank you for the letter. I have nowhere to sleep from Friday.",
    machine: "wait",
    isRight: false,
    words: "“thank”, “for” and “letter”",
    more: "It learned words, not what they mean.",
  },
];
