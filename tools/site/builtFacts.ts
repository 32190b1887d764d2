import { initialFacts, type VersionedFacts } from "../../src/domain/provider/facts.ts";
import { readFacts } from "../../src/domain/provider/readFacts.ts";

/**
 * The provider's facts that a build writes into its documents: those that a deployment read from the database, or the initial
 * ones. Throws if VITE_PROVIDER_FACTS contains anything else.
 */
export function builtFacts(source: { VITE_PROVIDER_FACTS?: string | undefined }): VersionedFacts {
  if (!source.VITE_PROVIDER_FACTS) return initialFacts();
  const facts = readFacts(JSON.parse(source.VITE_PROVIDER_FACTS));
  if (!facts) throw new Error("VITE_PROVIDER_FACTS must be what the function site_facts returns.");
  return facts;
}
