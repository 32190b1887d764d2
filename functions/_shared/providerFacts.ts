import { z } from "zod";
import { initialFacts, type ProviderFacts } from "../../src/domain/provider/facts.ts";
import { readFacts } from "../../src/domain/provider/readFacts.ts";
import { type Admin, callDatabase } from "./database.ts";
import type { FunctionsEnv } from "./env.ts";

/** The provider's facts that apply now. Throws if the database cannot be read. */
export async function providerFacts(admin: Admin, env: FunctionsEnv): Promise<ProviderFacts> {
  const stored = await callDatabase(admin, "site_facts", {}, z.unknown());
  if (stored === null) return initialFacts(env.PROVIDER_EMAIL).facts;
  const current = readFacts(stored);
  if (!current) throw new Error("The stored facts of the provider have an unexpected format");
  return current.facts;
}
