/**
 * A multinomial naive Bayes classifier for two classes, with add-one smoothing (Manning, Raghavan and Schütze,
 * “Introduction to Information Retrieval”, 2008, section 13.2). Small enough to train again after every label.
 */

export type Example = { text: string; isUrgent: boolean };

export type Classifier = {
  /** The probability that a message is urgent, 0 to 1. */
  urgency(text: string): number;
  /** The words of the examples, from the one that speaks most for “urgent” to the one that speaks most against it. */
  words: readonly WordWeight[];
};

type WordWeight = {
  word: string;
  /** The natural logarithm of how much more often the word is in urgent messages than in others. 0: it says nothing. */
  weight: number;
};

/** Null until there is an example of each class, because a classifier that has seen one class knows no other. */
export function train(examples: readonly Example[]): Classifier | null {
  const urgent = examples.filter(({ isUrgent }) => isUrgent);
  if (urgent.length === 0 || urgent.length === examples.length) return null;
  const other = examples.filter(({ isUrgent }) => !isUrgent);
  const [inUrgent, inOther] = [countWords(urgent), countWords(other)];
  const vocabulary = [...new Set([...inUrgent.counts.keys(), ...inOther.counts.keys()])];

  const chance = (word: string, { counts, total }: WordCounts) =>
    ((counts.get(word) ?? 0) + 1) / (total + vocabulary.length);
  const weightOf = (word: string) => Math.log(chance(word, inUrgent) / chance(word, inOther));
  const weights = new Map(vocabulary.map((word) => [word, weightOf(word)]));
  const prior = Math.log(urgent.length / other.length);

  return {
    urgency(text) {
      // A word that no example contains is the same evidence for both classes, so it is left out.
      const sum = wordsOf(text).reduce((total, word) => total + (weights.get(word) ?? 0), prior);
      return 1 / (1 + Math.exp(-sum));
    },
    words: [...weights]
      .map(([word, weight]) => ({ word, weight }))
      .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1)),
  };
}

type WordCounts = { counts: ReadonlyMap<string, number>; total: number };

function countWords(examples: readonly Example[]): WordCounts {
  const counts = new Map<string, number>();
  const words = examples.flatMap(({ text }) => wordsOf(text));
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { counts, total: words.length };
}

/** Words in lower case. An apostrophe belongs to its word. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+(?:[’']\p{L}+)*/gu) ?? [];
}
