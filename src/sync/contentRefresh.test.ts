import { expect, test } from "vitest";
import { createContentRefresh } from "./contentRefresh.ts";
import { DONE, later, type Outcome } from "./ports.ts";

/** A content refresh whose runs end when the test resolves them, on a clock that the test advances. */
function byHand() {
  const clock = { ms: 0 };
  const runs: PromiseWithResolvers<Outcome>[] = [];
  const retries: (() => void)[] = [];
  const refresh = createContentRefresh({
    now: () => clock.ms,
    random: () => 0,
    after: (_, callback) => {
      retries.push(callback);
      return () => undefined;
    },
    refresh: () => {
      const run = Promise.withResolvers<Outcome>();
      runs.push(run);
      return run.promise;
    },
  });
  return { clock, runs, retries, ...refresh };
}

test("a `now` wish refreshes content however recent the last refresh is, and an `ifStale` wish does not", async () => {
  const { clock, runs, want } = byHand();
  const first = want("ifStale");
  runs[0]?.resolve(DONE);
  await first;
  clock.ms += 60_000;
  await want("ifStale");
  expect(runs).toHaveLength(1);
  void want("now");
  expect(runs).toHaveLength(2);
});

test("wishes for content during a refresh join it, and any number of `always` wishes cause one more refresh", async () => {
  const { runs, want } = byHand();
  const joined = [want("now"), want("now"), want("ifStale")];
  const after = [want("always"), want("always")];
  expect(runs).toHaveLength(1);
  runs[0]?.resolve(DONE);
  await Promise.all(joined);
  expect(runs).toHaveLength(2);
  runs[1]?.resolve(DONE);
  await Promise.all(after);
  expect(runs).toHaveLength(2);
});

test("a `now` wish just after a failed refresh waits for the planned retry, so clicks do not flood the server", async () => {
  const { clock, runs, retries, want } = byHand();
  const first = want("now");
  runs[0]?.resolve(later("server"));
  await first;
  expect(retries).toHaveLength(1);
  await want("now");
  expect(runs).toHaveLength(1);
  clock.ms += 10_000;
  void want("now");
  expect(runs).toHaveLength(2);
});
