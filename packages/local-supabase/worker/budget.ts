export type Budget = {
  /** Adds the amount to what the key holds. Returns false and adds nothing if that exceeds a limit. */
  take(key: string, amount: number): boolean;
  giveBack(key: string, amount: number): void;
};

/** Limits what one key, such as a network address, may hold of something, and what all of them may hold together. */
export function createBudget(limits: { each: number; total: number }): Budget {
  const held = new Map<string, number>();
  let total = 0;
  return {
    take(key, amount) {
      const mine = (held.get(key) ?? 0) + amount;
      if (mine > limits.each || total + amount > limits.total) return false;
      held.set(key, mine);
      total += amount;
      return true;
    },
    giveBack(key, amount) {
      const left = (held.get(key) ?? 0) - amount;
      if (left > 0) held.set(key, left);
      else held.delete(key);
      total -= amount;
    },
  };
}
