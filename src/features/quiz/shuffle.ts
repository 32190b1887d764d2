/** Returns numbers in [0, 1), like `Math.random`. */
export type Random = () => number;

/**
 * A uniformly random order (Fisher–Yates) for `length` options: element i is the author's index of the option shown at
 * position i. Answers are stored as the author's indexes, so they need no mapping.
 */
export function shuffledOrder(length: number, random: Random): number[] {
  const order = Array.from({ length }, (_, index) => index);
  for (let place = length - 1; place > 0; place -= 1) {
    const other = Math.floor(random() * (place + 1));
    const moved = order[place] ?? 0;
    order[place] = order[other] ?? 0;
    order[other] = moved;
  }
  return order;
}

/** True if `order` contains each of `length` options once. Validates an order that was stored on the device. */
export function isOrder(order: readonly number[], length: number): boolean {
  return order.length === length && Array.from({ length }, (_, i) => i).every((i) => order.includes(i));
}
