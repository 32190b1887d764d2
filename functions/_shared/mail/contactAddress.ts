import { SITE } from "../../../src/domain/site.ts";
import type { FunctionsEnv } from "../env.ts";

/** The mailbox for messages from the contact page and for replies to their acknowledgements. */
export function contactAddress(env: FunctionsEnv): string {
  return env.PROVIDER_EMAIL ?? SITE.contactEmail;
}
