/** A kind of data with a retention period. `applyBatch` deletes or anonymises a limited number of rows. */
export type Rule = { name: string; applyBatch: () => Promise<Batch> };
/** After a full batch more rows may be left. */
export type Batch = { count: number; isFull: boolean };

type Outcome = {
  /** How many rows each rule removed or emptied. */
  counts: Record<string, number>;
  /** Rules that failed. The other rules were applied. */
  failed: string[];
  /** Rules for which no time was left, although they may have more rows. */
  unfinished: string[];
};

/**
 * Applies the rules in turn, one batch each, until nothing is left or time runs out. A rule with many rows, or one that
 * fails, therefore cannot delay the others indefinitely.
 */
export async function applyInRounds(
  rules: readonly Rule[],
  { hasTime, onError }: { hasTime: () => boolean; onError: (error: unknown, rule: string) => void },
): Promise<Outcome> {
  const counts = Object.fromEntries(rules.map(({ name }) => [name, 0]));
  const failed: string[] = [];
  const queue = [...rules];
  for (let rule = queue.shift(); rule; rule = queue.shift()) {
    if (!hasTime()) return { counts, failed, unfinished: [rule, ...queue].map(({ name }) => name) };
    try {
      const { count, isFull } = await rule.applyBatch();
      counts[rule.name] = (counts[rule.name] ?? 0) + count;
      if (isFull) queue.push(rule);
    } catch (error) {
      onError(error, rule.name);
      failed.push(rule.name);
    }
  }
  return { counts, failed, unfinished: [] };
}

/**
 * Returns the same rules in the same cyclic order, from a random start: even if runs often end early, each rule comes
 * first sometimes.
 */
export function fromRandomPlace<T>(rules: readonly T[], random: () => number = Math.random): T[] {
  const first = Math.floor(random() * rules.length);
  return [...rules.slice(first), ...rules.slice(0, first)];
}
