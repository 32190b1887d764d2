import { initialFacts, type ProviderFacts, type VersionedFacts } from "./facts.ts";

const INITIAL = initialFacts().facts;

/**
 * Stored or received facts, or null if they are not facts. Written by hand, because zod is too heavy for a public page. A
 * field that was added after these facts were saved has its initial value.
 */
export function readFacts(value: unknown): VersionedFacts | null {
  if (!isRecord(value) || typeof value.version !== "number" || !isRecord(value.facts)) return null;
  const facts: Record<string, unknown> = { ...INITIAL, ...value.facts };
  const isValid = Object.entries(INITIAL).every(([name, initial]) => {
    const stored = facts[name];
    // The links: they are the only list, and one that is damaged leads nowhere.
    if (typeof initial === "object" && initial) return Array.isArray(stored) && stored.every(isRecord);
    return typeof stored === "string" || stored === initial;
  });
  // Each field was checked above.
  return isValid ? { version: value.version, facts: facts as unknown as ProviderFacts } : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
