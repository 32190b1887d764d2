import { interleave } from "../support/interleave.ts";
import { type Measure, verdict } from "../support/measure.ts";
import { startServer } from "../support/startServer.ts";
import { median, p95 } from "../support/statistics.ts";

const SERVER = new URL("../floors/functionServer.ts", import.meta.url);
/** All calls together stay below the function's limit of 120 requests a minute from one network address. */
const ROUNDS = 90;
const WARM_UPS = 20;
const MAX_RATIO = 2;
/**
 * Not a valid session id, so the function rejects it after reading the body and configuration, logging and rate
 * limiting, but before its request to the payment provider.
 */
const UNKNOWN_SESSION = "unknown";

/** The cost of our wrapper around a server function, compared with a handler that makes one database request. */
export const functionOverhead: Measure = {
  name: "function-overhead",
  async take(bench) {
    const url = await startServer(bench, SERVER);
    const samples = await interleave(
      { ours: () => call(url, "verify-guest-payment"), floor: () => call(url, "bare-handler") },
      ROUNDS,
      WARM_UPS,
    );
    const [ours, floor] = [median(samples.ours), median(samples.floor)];
    return [
      {
        measure: "server function that refuses, beside a bare handler",
        unit: "ms",
        ours,
        floor,
        target: `≤ ${MAX_RATIO} × floor`,
        verdict: verdict(ours <= MAX_RATIO * floor),
        note: `medians of ${ROUNDS}; p95 ${p95(samples.ours).toFixed(1)} and ${p95(samples.floor).toFixed(1)}`,
        detail: samples,
      },
    ];
  },
};

async function call(url: string, name: string): Promise<number> {
  const startedAt = performance.now();
  const reply = await fetch(`${url}/functions/v1/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sessionId: UNKNOWN_SESSION }),
  });
  const text = await reply.text();
  const ms = performance.now() - startedAt;
  if (reply.status !== 404) throw new Error(`${name} returned ${reply.status}: ${text}`);
  return ms;
}
