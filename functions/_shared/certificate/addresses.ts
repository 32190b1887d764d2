import type { FunctionsEnv } from "../env.ts";

/*
 * These addresses stand in every certificate, so that verifiers find what they need. Moving them needs care:
 * docs/certificates.md.
 */

/** The issuer's id and the address of its document. */
export function issuerId(env: FunctionsEnv): string {
  return `${functionsUrl(env)}/certificate-issuer`;
}

/** The status list's id and address. */
export function statusListId(env: FunctionsEnv): string {
  return `${functionsUrl(env)}/certificate-status`;
}

function functionsUrl(env: FunctionsEnv): string {
  return env.FUNCTIONS_URL ?? `${env.SUPABASE_URL.replace(/\/+$/, "")}/functions/v1`;
}
