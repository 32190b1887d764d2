import { SITE } from "../../../src/domain/site.ts";
import type { FunctionsEnv } from "../env.ts";

/** The mailbox that messages of the contact page go to, and answers to their acknowledgements. */
export function contactAddress(env: FunctionsEnv): string {
  return env.PROVIDER_EMAIL ?? SITE.contactEmail;
}
