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
    if (name === "socialLinks") return Array.isArray(stored) && stored.every(isLink);
    return typeof stored === "string" || (initial === null && stored === null);
  });
  // Each field was checked above.
  return isValid ? { version: value.version, facts: facts as unknown as ProviderFacts } : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isLink(value: unknown): boolean {
  return isRecord(value) && typeof value.label === "string" && typeof value.url === "string";
}
