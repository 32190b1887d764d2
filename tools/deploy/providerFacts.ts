import type { VersionedFacts } from "../../src/domain/provider/facts.ts";
import { readFacts } from "../../src/domain/provider/readFacts.ts";
import type { Deployment } from "./deployment.ts";

/**
 * The facts that staff have saved in the console, or null if there are none: the first deployment may only be about to
 * create their table. Until they are saved, the checkout refuses real payments.
 */
export async function savedFacts({ api }: Pick<Deployment, "api">): Promise<VersionedFacts | null> {
  const [found] = await api.query<{ exists: boolean }>(
    "select pg_catalog.to_regprocedure('public.site_facts()') is not null as exists",
  );
  if (!found?.exists) return null;
  const [stored] = await api.query<{ facts: unknown }>("select public.site_facts() as facts");
  return readFacts(stored?.facts);
}
