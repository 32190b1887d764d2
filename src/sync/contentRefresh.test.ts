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

test("a `now` request refreshes content however recent the last refresh is, but an `ifStale` request does not", async () => {
  const { clock, runs, request } = byHand();
  const first = request("ifStale");
  runs[0]?.resolve(DONE);
  await first;
  clock.ms += 60_000;
  await request("ifStale");
  expect(runs).toHaveLength(1);
  void request("now");
  expect(runs).toHaveLength(2);
});

test("requests during a content refresh join it, and any number of `always` requests cause one more refresh", async () => {
  const { runs, request } = byHand();
  const joined = [request("now"), request("now"), request("ifStale")];
  const after = [request("always"), request("always")];
  expect(runs).toHaveLength(1);
  runs[0]?.resolve(DONE);
  await Promise.all(joined);
  expect(runs).toHaveLength(2);
  runs[1]?.resolve(DONE);
  await Promise.all(after);
  expect(runs).toHaveLength(2);
});

test("a `now` request just after a failed content refresh waits for the scheduled retry, so clicks do not flood the server", async () => {
  const { clock, runs, retries, request } = byHand();
  const first = request("now");
  runs[0]?.resolve(later("server"));
  await first;
  expect(retries).toHaveLength(1);
  await request("now");
  expect(runs).toHaveLength(1);
  clock.ms += 10_000;
  void request("now");
  expect(runs).toHaveLength(2);
});
