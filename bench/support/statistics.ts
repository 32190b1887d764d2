/** The value that `percent` of the samples do not exceed (nearest rank). Throws without samples. */
function percentile(samples: readonly number[], percent: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  if (value === undefined) throw new Error("there are no samples");
  return value;
}

export const median = (samples: readonly number[]): number => percentile(samples, 50);
export const p95 = (samples: readonly number[]): number => percentile(samples, 95);
export const p99 = (samples: readonly number[]): number => percentile(samples, 99);
