import type * as z from "zod/mini";
import {
  credentialFacts,
  credentialSchema,
  type Signed,
  signedSchema,
} from "../../domain/certificate/certificate.ts";
import type { loadIssuer, RecordAnswer, SeenIssuer } from "../../platform/certificate.ts";
import { type Answer, invalid, unchecked, waiting } from "./answer.ts";
import type { Proof } from "./readProof.ts";

/** The dependencies of a check. Each call of `issuer` returns the current issuer, else the last one seen, else null. */
export type CheckPorts = {
  issuer(): ReturnType<typeof loadIssuer>;
  records(certificateId: string): Promise<RecordAnswer>;
  proof(credential: Signed, issuer: SeenIssuer["issuer"]): Promise<Proof>;
};

/**
 * Checks a credential in full: its proof on this device, its revocation in the academy's records. Without a connection
 * the result says how old the stored keys are.
 */
export async function checkCredential(text: string, ports: CheckPorts): Promise<Answer> {
  const signed = parseAs(signedSchema, text);
  if (!signed) return invalid("noCertificate");
  const seen = await ports.issuer();
  if (!seen) return unchecked("noIssuer");
  if (seen.status === "limited") return waiting(seen.retryAfterSeconds);
  const fault = await proofFault(signed, seen, ports);
  if (fault) return fault;
  // Only after the proof: what was put in place of a part of it may not fit either.
  const credential = parseAs(credentialSchema, text);
  if (!credential) return unchecked("newForm");

  const facts = credentialFacts(credential);
  const answer = await ports.records(facts.id);
  switch (answer.status) {
    case "limited":
      return waiting(answer.retryAfterSeconds);
    case "unanswered":
      return { status: "valid", facts, keysFrom: seen.seenAt };
    case "unknown":
      return unchecked("forgotten");
    case "answered":
      return answer.reply.status === "revoked"
        ? invalid(answer.reply.reason, answer.reply.revokedAt)
        : { status: "valid", facts, keysFrom: null };
  }
}

/** Looks up a certificate in the academy's records and checks that they contain what was signed. */
export async function checkRecord(certificateId: string, ports: CheckPorts): Promise<Answer> {
  const answer = await ports.records(certificateId);
  if (answer.status === "unanswered") return unchecked(answer.why);
  if (answer.status === "limited") return waiting(answer.retryAfterSeconds);
  if (answer.status === "unknown") return invalid("unknown");
  const { reply } = answer;
  if (reply.status === "revoked") return invalid(reply.reason, reply.revokedAt);
  const credential = parseAs(credentialSchema, reply.credential);
  if (!credential) return unchecked("server");
  const seen = await ports.issuer();
  if (!seen) return unchecked("server");
  if (seen.status === "limited") return waiting(seen.retryAfterSeconds);
  const fault = await proofFault(credential, seen, ports);
  return fault ?? { status: "valid", facts: credentialFacts(credential), keysFrom: null };
}

/** Null if the credential is ours and unchanged since it was signed. */
async function proofFault(
  credential: Signed,
  { issuer, isFresh }: SeenIssuer,
  ports: CheckPorts,
): Promise<Answer | null> {
  if (credential.issuer.id !== issuer.id) return invalid("notOurs");
  if (!hasPlainNames(credential)) return invalid("changed");
  const isKnownKey = issuer.assertionMethod.some(({ id }) => id === credential.proof.verificationMethod);
  if (!isKnownKey) return isFresh ? invalid("notOurs") : unchecked("newKey");
  switch (await ports.proof(credential, issuer)) {
    case "genuine":
      return null;
    case "changed":
      return invalid("changed");
    case "unreadable":
      return unchecked("newForm");
  }
}

/** Deeper than any genuine credential, but shallow enough to avoid a stack overflow. */
const MAX_DEPTH = 32;

/**
 * Genuine credentials name their vocabularies once, by URL, and contain no other JSON-LD keyword. An inline vocabulary
 * could give the names that we read a meaning that the proof does not cover.
 */
function hasPlainNames({ "@context": vocabularies, ...rest }: Signed): boolean {
  const isNamed = Array.isArray(vocabularies) && vocabularies.every((each) => typeof each === "string");
  return isNamed && isPlain(rest, MAX_DEPTH);
}

function isPlain(value: unknown, depthLeft: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (depthLeft === 0) return false;
  const parts = Object.entries(value);
  return parts.every(([name, inner]) => !name.startsWith("@") && isPlain(inner, depthLeft - 1));
}

function parseAs<Parsed>(schema: z.ZodMiniType<Parsed>, text: string): Parsed | null {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
