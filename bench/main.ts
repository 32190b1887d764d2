import { parseArgs } from "node:util";
import { consoleAtScale } from "./measures/console.ts";
import { courseSize } from "./measures/courseSize.ts";
import { drain } from "./measures/drain.ts";
import { durableWrite } from "./measures/durableWrite.ts";
import { embeddedServer } from "./measures/embeddedServer.ts";
import { firstVisit } from "./measures/firstVisit.ts";
import { functionOverhead } from "./measures/functionOverhead.ts";
import { lessonScripts } from "./measures/lessonScripts.ts";
import { lighthouse } from "./measures/lighthouse.ts";
import { memory } from "./measures/memory.ts";
import { nextStep } from "./measures/nextStep.ts";
import { offlineExpired } from "./measures/offlineExpired.ts";
import { offlineLesson } from "./measures/offlineLesson.ts";
import { peersDrain } from "./measures/peers/drain.ts";
import { peersEngines } from "./measures/peers/engines.ts";
import { peersPull } from "./measures/peers/pull.ts";
import { peersStart } from "./measures/peers/start.ts";
import { peersTabs } from "./measures/peers/tabs.ts";
import { peersWrite } from "./measures/peers/write.ts";
import { publicPage } from "./measures/publicPage.ts";
import { quizTap } from "./measures/quizTap.ts";
import { scale } from "./measures/scale.ts";
import { sixtyTaps } from "./measures/sixtyTaps.ts";
import { soak as soakFor } from "./measures/soak.ts";
import { type Bench, openBench } from "./support/bench.ts";
import type { Measure, Row } from "./support/measure.ts";
import { publish } from "./support/publish.ts";
import { keepResults } from "./support/report.ts";
import { formatTable } from "./support/table.ts";

/** `npm run bench [-- --only <name>] [--publish] [--soak <minutes>]`: see README.md beside this file. */
const {
  only,
  soak,
  publish: isPublished,
} = parseArgs({
  options: {
    only: { type: "string" },
    publish: { type: "boolean", default: false },
    soak: { type: "string", default: "2" },
  },
}).values;
const MEASURES: Measure[] = [
  lighthouse,
  publicPage,
  firstVisit,
  lessonScripts,
  offlineLesson,
  offlineExpired,
  durableWrite,
  drain,
  quizTap,
  nextStep,
  sixtyTaps,
  memory,
  courseSize,
  functionOverhead,
  embeddedServer,
  peersStart,
  peersWrite,
  peersDrain,
  peersPull,
  peersTabs,
  peersEngines,
  scale,
  consoleAtScale,
  soakFor(Number(soak)),
];
const MEASURE_TIMEOUT_MS = 300_000;

const startedAt = new Date();
const chosen = chooseMeasures();
const bench = openBench();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => void bench.close().finally(() => process.exit(1)));
}
const rows: Row[] = [];
for (const measure of chosen) {
  const taken = await take(measure, bench);
  rows.push(...taken);
  // After each measure, so that an interrupted run keeps what it has measured.
  if (isPublished)
    publish(
      measure.name,
      taken,
      MEASURES.map(({ name }) => name),
    );
}
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
