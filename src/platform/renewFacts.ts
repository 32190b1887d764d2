import { localStore } from "../db/store/localStore.ts";
import { readFacts } from "../domain/provider/readFacts.ts";
import { beforeRequest } from "./device/offlineHint.ts";
import { browserEnv } from "./env.ts";
import { receiveFacts } from "./providerFacts.ts";
import { parseJson } from "./session/storedSession.ts";

/** In localStorage: the newest facts that this device has received, for pages that open offline. */
const KEY = "academy-facts";
const TIMEOUT_MS = 20_000;

/** Shows the facts that this device has received earlier, if they are newer than those in the build. */
export function showStoredFacts(): void {
  const stored = readFacts(parseJson(localStore()?.getItem(KEY) ?? null));
  if (stored) receiveFacts(stored);
}

/** Requests the provider's facts. Without a response the known ones stay, and the next page load tries again. */
export async function renewFacts(): Promise<void> {
  const { supabaseUrl, publishableKey } = browserEnv();
  const noteAnswer = beforeRequest();
  try {
    const response = await fetch(`${supabaseUrl}/rest/v1/rpc/site_facts`, {
      headers: { apikey: publishableKey },
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    noteAnswer();
    const received = response.ok ? readFacts(parseJson(await response.text())) : null;
    if (received && receiveFacts(received)) localStore()?.setItem(KEY, JSON.stringify(received));
  } catch (error) {
    // fetch rejects for every kind of lost connection, and setItem when the storage is full. The next page load asks again.
    console.info("The provider's facts could not be renewed", error);
  }
}
