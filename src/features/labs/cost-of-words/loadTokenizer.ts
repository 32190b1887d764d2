import { noteTokenizerTaken } from "../../../db/lessons/downloads.ts";
import {
  canKeepTokenizer,
  fetchTokenizer,
  keptTokenizer,
  storeTokenizer,
} from "../../../db/lessons/tokenizerFile.ts";
import { isPage } from "../../../db/store/keptAssets.ts";
import { unpackVocabulary, type Vocabulary } from "./packed.ts";

const SLICE_MS = 8;

/** Downloads the tokenizer unless it is on the device, and keeps it there. Rejects without a connection. */
export async function loadTokenizer(): Promise<Vocabulary> {
  const response = (await keptTokenizer()) ?? (await download());
  if (!response.ok || !response.body || isPage(response))
    throw new Error("the tokenizer could not be fetched");
  const unpacked = response.body.pipeThrough(new DecompressionStream("gzip"));
  return inSlices(unpackVocabulary(new Uint8Array(await new Response(unpacked).arrayBuffer())));
}

/** A device that cannot store the tokenizer can use it while it is online. */
async function download(): Promise<Response> {
  if (canKeepTokenizer()) {
    try {
      await storeTokenizer();
      await noteTokenizerTaken();
    } catch (error) {
      console.info("The tokenizer could not be stored on this device", error);
    }
  }
  return (await keptTokenizer()) ?? fetchTokenizer();
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
