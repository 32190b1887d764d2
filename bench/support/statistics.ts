/** The value that `percent` of the samples do not exceed (nearest rank). Throws without samples. */
function percentile(samples: readonly number[], percent: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  if (value === undefined) throw new Error("there are no samples");
  return value;
}

export const median = (samples: readonly number[]): number => percentile(samples, 50);
export const p95 = (samples: readonly number[]): number => percentile(samples, 95);
export const p98 = (samples: readonly number[]): number => percentile(samples, 98);

/** The slope of the straight line that fits the points best (least squares), in units of y for each unit of x. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const sum = (of: (x: number, y: number) => number) =>
    points.reduce((total, [x, y]) => total + of(x - meanX, y - meanY), 0);
  return sum((x, y) => x * y) / sum((x) => x * x);
}
