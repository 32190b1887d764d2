import { useSyncExternalStore } from "react";
import { initialFacts, type ProviderFacts, type VersionedFacts } from "../domain/provider/facts.ts";
import { createStore } from "../domain/store.ts";

/** What prerendered documents contain: the facts at the time of the release (tools/site/builtFacts.ts). */
const built: VersionedFacts = import.meta.env.VITE_PROVIDER_FACTS
  ? JSON.parse(import.meta.env.VITE_PROVIDER_FACTS)
  : initialFacts();

const store = createStore(built);

/** The provider's facts: those in this build until newer ones are received. */
export const currentFacts = store.get;

/** Shows these facts everywhere if they are newer. Returns whether they are. */
export function receiveFacts(received: VersionedFacts): boolean {
  if (received.version <= store.get().version) return false;
  store.set(received);
  return true;
}

/** `currentFacts` as a hook. While a document hydrates, these are the facts that it was rendered with. */
export function useFacts(): ProviderFacts {
  return useSyncExternalStore(store.subscribe, store.get, () => built).facts;
}
