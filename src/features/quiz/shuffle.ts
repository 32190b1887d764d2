/** Yields numbers in [0, 1), as `Math.random` does. */
export type Random = () => number;

/**
 * A fair order (Fisher–Yates) in which to show `length` options: element i is the author's index of the
 * option shown at place i. Answers are kept as the author's indexes, so nothing has to be mapped back.
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

/** True when `order` names each of `length` options once: guards what was read back from the device. */
export function isOrder(order: readonly number[], length: number): boolean {
  return order.length === length && Array.from({ length }, (_, i) => i).every((i) => order.includes(i));
}
