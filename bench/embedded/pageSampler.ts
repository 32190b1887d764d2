import { once } from "node:events";
import { Agent, get } from "node:http";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { timed } from "../scale/calls.ts";

/**
 * A worker thread that gets the pages of `workerData` in turn, as visitors who are already connected. In a thread of its
 * own, so that the load does not delay it. Any message makes it return the ms of each page since the last message.
 */
const PAUSE_MS = 20;
// `PageSampler` passes these addresses.
const urls = workerData as string[];
if (!parentPort) throw new Error("This module runs in a worker thread: see pages.ts.");
const agent = new Agent({ keepAlive: true });
let samples = urls.map((): number[] => []);
parentPort.on("message", () => {
  parentPort?.postMessage(samples);
  samples = urls.map(() => []);
});

async function getPage(url: string): Promise<void> {
  const request = get(url, { agent, headers: { "accept-encoding": "gzip" } });
  const [reply] = await once(request, "response");
  await buffer(reply);
  if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}`);
}

for (;;) {
  for (const [index, url] of urls.entries()) {
    samples[index]?.push(await timed(() => getPage(url)));
    await pause(PAUSE_MS);
  }
}
