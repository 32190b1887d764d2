import { useSyncExternalStore } from "react";
import { initialFacts, type ProviderFacts, type VersionedFacts } from "../domain/provider/facts.ts";

/** What prerendered documents contain: the facts at the time of the release (tools/site/builtFacts.ts). */
const built: VersionedFacts = import.meta.env.VITE_PROVIDER_FACTS
  ? JSON.parse(import.meta.env.VITE_PROVIDER_FACTS)
  : initialFacts();

let current = built;
const listeners = new Set<() => void>();

/** The provider's facts: those in this build until newer ones are received. */
export function currentFacts(): VersionedFacts {
  return current;
}

/** Shows these facts everywhere if they are newer. Returns whether they are. */
export function receiveFacts(received: VersionedFacts): boolean {
  if (received.version <= current.version) return false;
  current = received;
  for (const listener of listeners) listener();
  return true;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `currentFacts` as a hook. While a document hydrates, these are the facts that it was rendered with. */
export function useFacts(): ProviderFacts {
  return useSyncExternalStore(subscribe, currentFacts, () => built).facts;
}
