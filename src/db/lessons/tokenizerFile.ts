import { dropAsset, keptAsset, storeAsset } from "../store/keptAssets.ts";
// Made once from the npm package gpt-tokenizer; a test of the lab `cost-of-words` makes it again and compares.
import address from "./kept-o200k.bin?url";

/** The size of the tokenizer's file, which the learner sees before the download. */
export const TOKENIZER_BYTES = 815_000;

/** False if the browser has no Cache Storage. The tokenizer can then be used online only. */
export function canKeepTokenizer(): boolean {
  return "caches" in globalThis;
}

/** The file on this device, if there is one. */
export async function keptTokenizer(): Promise<Response | undefined> {
  return canKeepTokenizer() ? keptAsset(address) : undefined;
}

export async function isTokenizerHere(): Promise<boolean> {
  return (await keptTokenizer()) !== undefined;
}

export function fetchTokenizer(): Promise<Response> {
  return fetch(address);
}

/** Downloads the file unless it is on this device. Rejects if it cannot be fetched or stored. */
export function storeTokenizer(signal?: AbortSignal): Promise<void> {
  return storeAsset(address, signal);
}

export async function dropTokenizer(): Promise<void> {
  if (canKeepTokenizer()) await dropAsset(address);
}
