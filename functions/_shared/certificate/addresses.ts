import type { FunctionsEnv } from "../env.ts";

/*
 * Every certificate contains these addresses, because verifiers fetch them. Before changing one, read
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

/** The public address of the functions. */
export function functionsUrl(env: FunctionsEnv): string {
  return env.FUNCTIONS_URL ?? `${env.SUPABASE_URL.replace(/\/+$/, "")}/functions/v1`;
}

export const CREDENTIALS_CONTEXT = "https://www.w3.org/ns/credentials/v2";
export const OPEN_BADGES_CONTEXT = "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json";
