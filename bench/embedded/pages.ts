import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { DIST } from "../../tools/build.ts";
import type { Bench } from "../support/bench.ts";
import { startServer } from "../support/startServer.ts";

const SAMPLER = new URL("./pageSampler.ts", import.meta.url);
const PAGE_SERVER = new URL("../floors/pageServer.ts", import.meta.url);

export type Pages = { ours: number[]; floor: number[] };

/**
 * Gets the landing page all the time, in turn from the academy and from a server that does nothing else. Each call returns
 * the ms of the pages since the last one.
 */
export async function watchPages(bench: Bench, academyUrl: string): Promise<() => Promise<Pages>> {
  const floorUrl = await startServer(bench, PAGE_SERVER, [`${DIST}/index.html.gz`]);
  const sampler = new Worker(SAMPLER, { workerData: [`${academyUrl}/`, `${floorUrl}/`] });
  const failed = once(sampler, "exit").then(() => Promise.reject(new Error("the pages are no longer read")));
  failed.catch(() => undefined);
  bench.onEnd(() => sampler.terminate());
  return async () => {
    sampler.postMessage("take");
    const [[ours, floor]] = await Promise.race([once(sampler, "message"), failed]);
    return { ours, floor };
  };
}
