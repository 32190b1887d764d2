/** True in `npm run test:deep`. */
export const IS_DEEP = process.env.ACADEMY_DEEP === "1";
/** How long one property runs in depth. For a night: `ACADEMY_DEEP_SECONDS=3600 npm run test:deep`. */
const DEEP_SECONDS = Number(process.env.ACADEMY_DEEP_SECONDS ?? 5);
/** True if there is a night's time. */
export const IS_NIGHT = DEEP_SECONDS > 60;

/**
 * Wraps the property of a deep run, so that the run ends in a known time on any machine: once the time is over and
 * `least` inputs have been tried, it skips the others. After a failure it skips none, because fast-check then looks for
 * the smallest input that fails. fast-check's own time limit would leave the last input running beside the next test.
 */
export function timeBox<T>(
  least: number,
  property: (input: T) => Promise<void>,
): (input: T) => Promise<void> {
  const end = performance.now() + DEEP_SECONDS * 1000;
  let tried = 0;
  let hasFailed = false;
  return async (input) => {
    if (tried >= least && !hasFailed && performance.now() > end) return;
    tried += 1;
    try {
      await property(input);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
}
