import { z } from "zod";
import { issuerId, statusListId } from "../_shared/certificate/addresses.ts";
import { CREDENTIALS_CONTEXT } from "../_shared/certificate/contextUrls.ts";
import { encodeStatusList } from "../_shared/certificate/statusList.ts";
import { callDatabase } from "../_shared/database.ts";
import type { FunctionsEnv } from "../_shared/env.ts";
import { PUBLIC_CHECK_LIMIT } from "../_shared/http/rateLimit.ts";
import { serveFunction } from "../_shared/http/serve.ts";

/** The list as it was signed last, kept while nothing is revoked: a new signature would be another answer. */
let newest: { places: string; credential: Promise<object> } | undefined;

/**
 * GET, for anyone: which certificates are revoked, as a signed Bitstring Status List 1.0. It tells of no certificate
 * who holds it, and whoever asks does not tell which one is meant.
 */
export default {
  fetch: serveFunction(
    {
      name: "certificate-status",
      method: "GET",
      cache: "public, max-age=300",
      rateLimit: PUBLIC_CHECK_LIMIT,
    },
    async (call): Promise<object> => {
      const places = await callDatabase(call.admin, "revoked_certificates", {}, z.array(z.int()));
      const key = places.join();
      if (newest?.places !== key) newest = { places: key, credential: signedList(call.env, places) };
      try {
        return await newest.credential;
      } catch (error) {
        newest = undefined;
        throw error;
      }
    },
  ),
};

async function signedList(env: FunctionsEnv, places: readonly number[]): Promise<object> {
  const id = statusListId(env);
  const { sign } = await import("../_shared/certificate/sign.ts");
  const { signed } = await sign(env, {
    "@context": [CREDENTIALS_CONTEXT],
    id,
    type: ["VerifiableCredential", "BitstringStatusListCredential"],
    issuer: issuerId(env),
    validFrom: new Date().toISOString(),
    credentialSubject: {
      id: `${id}#list`,
      type: "BitstringStatusList",
      statusPurpose: "revocation",
      encodedList: await encodeStatusList(places),
    },
  });
  return signed;
}
