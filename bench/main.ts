import { parseArgs } from "node:util";
import { lighthouse } from "./measures/lighthouse.ts";
import { memory } from "./measures/memory.ts";
import { offlineLesson } from "./measures/offlineLesson.ts";
import { peersDrain } from "./measures/peers/drain.ts";
import { peersPull } from "./measures/peers/pull.ts";
import { peersStart } from "./measures/peers/start.ts";
import { peersWrite } from "./measures/peers/write.ts";
import { sixtyTaps } from "./measures/sixtyTaps.ts";
import { type Bench, openBench } from "./support/bench.ts";
import type { Measure, Row } from "./support/measure.ts";
import { formatTable, keepResults } from "./support/report.ts";

/** `npm run bench [-- --only <name>]`: see README.md beside this file. start.ts has installed the packages. */
const { only } = parseArgs({ options: { only: { type: "string" } } }).values;
const MEASURES: Measure[] = [
  lighthouse,
  offlineLesson,
  sixtyTaps,
  memory,
  peersStart,
  peersWrite,
  peersDrain,
  peersPull,
];
const MEASURE_TIMEOUT_MS = 300_000;

const startedAt = new Date();
const chosen = chooseMeasures();
const bench = openBench();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => void bench.close().finally(() => process.exit(1)));
}
const rows: Row[] = [];
for (const measure of chosen) rows.push(...(await take(measure, bench)));
await bench.close();

console.info(`\n${formatTable(rows)}\n`);
console.info(`Results saved in ${keepResults({ startedAt, rows })}`);
process.exit(rows.some((row) => row.verdict === "failed") ? 1 : 0);

function chooseMeasures(): Measure[] {
  if (only === undefined) return MEASURES;
  const measures = MEASURES.filter(({ name }) => name === only || name.startsWith(`${only}-`));
  if (measures.length > 0) return measures;
  console.error(`Unknown measure "${only}". Known measures: ${MEASURES.map((each) => each.name).join(", ")}`);
  process.exit(2);
}

/** A measure that fails is reported in its row, and the other measures still run. */
async function take(measure: Measure, shared: Bench): Promise<Row[]> {
  const begunAt = performance.now();
  try {
    const taken = await Promise.race([measure.take(shared), afterTimeout(measure)]);
    console.info(`${measure.name}: ${((performance.now() - begunAt) / 1000).toFixed(0)} s`);
    return taken;
  } catch (error) {
    console.error(`${measure.name} failed:`, error);
    const note = error instanceof Error ? error.message : String(error);
    const nothing = { unit: "", ours: null, floor: null, target: "–" } as const;
    return [{ measure: measure.name, ...nothing, verdict: "failed", note }];
  }
}

function afterTimeout({ timeoutMs = MEASURE_TIMEOUT_MS }: Measure): Promise<never> {
  return new Promise((_, reject) => {
    const message = `it took longer than ${timeoutMs / 1000} s`;
    setTimeout(() => reject(new Error(message)), timeoutMs).unref();
  });
}
