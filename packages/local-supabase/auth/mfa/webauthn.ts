import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { z } from "zod";
import { AuthError, invalid } from "../authError.ts";
import type { Sql } from "../sql.ts";
import { type Factor, factorsOf, type StoredCredential } from "./factor.ts";

/** EdDSA, ES256 and RS256 (COSE). Every authenticator in use supports one of them. */
const ALGORITHMS = [-8, -7, -257];

const responseBody = z.object({
  type: z.enum(["create", "request"]),
  credential_response: z.looseObject({ id: z.string() }),
});

/** The relying party is the site itself. As on hosted Supabase, it comes from the configuration, not the caller. */
function relyingParty(siteUrl: string): { rpID: string; origin: string } {
  const { hostname, origin } = new URL(siteUrl);
  return { rpID: hostname, origin };
}

/** Options for the browser: to create a passkey for a new factor, or to use an existing one for a verified factor. */
export async function webauthnOptions(
  sql: Sql,
  factor: Factor,
  site: { siteUrl: string; appName: string },
  email: string,
) {
  const { rpID } = relyingParty(site.siteUrl);
  const known = await credentialsOf(sql, factor.user_id);
  if (factor.status === "verified") {
    const publicKey = await generateAuthenticationOptions({
      rpID,
      allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
      userVerification: "preferred",
    });
    return { challenge: publicKey.challenge, type: "request", credential_options: { publicKey } };
  }
  const publicKey = await generateRegistrationOptions({
    rpID,
    rpName: site.appName,
    userName: email,
    userDisplayName: email,
    userID: new TextEncoder().encode(factor.user_id),
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    authenticatorSelection: { userVerification: "preferred" },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { challenge: publicKey.challenge, type: "create", credential_options: { publicKey } };
}

/** Verifies the authenticator's signature and stores the new passkey or its use counter. Throws 400 or 422. */
export async function verifyWebauthn(
  sql: Sql,
  factor: Factor,
  siteUrl: string,
  challenge: string,
  webauthn: unknown,
): Promise<void> {
  if (webauthn === undefined) throw invalid("WebAuthn config required");
  const parsed = responseBody.safeParse(webauthn);
  if (!parsed.success) throw invalid("Invalid credential_response");
  const { type, credential_response: response } = parsed.data;
  const { rpID, origin } = relyingParty(siteUrl);
  const expected = {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: false,
  };
  if ((type === "create") !== (factor.status === "unverified")) throw failed();
  if (type === "create") {
    // The cast is safe, because the library validates the response.
    const given = response as unknown as RegistrationResponseJSON;
    const result = await orRefuse(
      verifyRegistrationResponse({ ...expected, response: given, supportedAlgorithmIDs: ALGORITHMS }),
    );
    if (!result.verified) throw failed();
    const { credential, aaguid } = result.registrationInfo;
    const stored: StoredCredential = {
      id: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString("base64url"),
      counter: credential.counter,
      transports: credential.transports ?? [],
    };
    await sql.query(
      "update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3 where id = $1",
      [factor.id, stored, aaguid],
    );
    return;
  }
  const stored = (await credentialsOf(sql, factor.user_id)).find(({ id }) => id === response.id);
  if (!stored) throw failed();
  const credential = { ...stored, publicKey: new Uint8Array(Buffer.from(stored.publicKey, "base64url")) };
  // The cast is safe, because the library validates the response.
  const given = response as unknown as AuthenticationResponseJSON;
  const result = await orRefuse(verifyAuthenticationResponse({ ...expected, response: given, credential }));
  if (!result.verified) throw failed();
  await sql.query(
    `update auth.mfa_factors set web_authn_credential = web_authn_credential || jsonb_build_object('counter', $2::bigint)
     where user_id = $1 and web_authn_credential ->> 'id' = $3`,
    [factor.user_id, result.authenticationInfo.newCounter, stored.id],
  );
}

const failed = () => new AuthError(422, "mfa_verification_failed", "Invalid WebAuthn response");

/** The library throws plain errors for failed checks: a wrong site, a wrong challenge, a counter that decreased. */
async function orRefuse<T>(check: Promise<T>): Promise<T> {
  try {
    return await check;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw failed();
  }
}

async function credentialsOf(sql: Sql, userId: string): Promise<StoredCredential[]> {
  const factors = await factorsOf(sql, userId);
  return factors.flatMap(({ status, web_authn_credential: credential }) =>
    status === "verified" && credential ? [credential] : [],
  );
}
