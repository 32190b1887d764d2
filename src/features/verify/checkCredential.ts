import { type Credential, credentialFacts, credentialSchema } from "../../domain/certificate.ts";
import type { loadIssuer, RecordAnswer, SeenIssuer } from "../../platform/certificate.ts";
import { type Answer, invalid, unchecked, waiting } from "./answer.ts";
import type { Proof } from "./readProof.ts";

/** What a check asks. `issuer` is asked anew at each call: as told now, else as seen last, else null. */
export type CheckPorts = {
  issuer(): ReturnType<typeof loadIssuer>;
  records(certificateId: string): Promise<RecordAnswer>;
  proof(credential: Credential, issuer: SeenIssuer["issuer"]): Promise<Proof>;
};

/**
 * Checks a credential in full: its proof on this device, whether it still holds by the academy's records. Without
 * a connection it says from when its keys are.
 */
export async function checkCredential(text: string, ports: CheckPorts): Promise<Answer> {
  const credential = parseCredential(text);
  if (!credential) return invalid("noCertificate");
  const seen = await ports.issuer();
  if (!seen) return unchecked("noIssuer");
  if (seen.status === "limited") return waiting(seen.retryAfterSeconds);
  const fault = await proofFault(credential, seen, ports);
  if (fault) return fault;

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

/** What the academy's records say of a certificate, and whether what they hold is what was signed. */
export async function checkRecord(certificateId: string, ports: CheckPorts): Promise<Answer> {
  const answer = await ports.records(certificateId);
  if (answer.status === "unanswered") return unchecked(answer.why);
  if (answer.status === "limited") return waiting(answer.retryAfterSeconds);
  if (answer.status === "unknown") return invalid("unknown");
  const { reply } = answer;
  if (reply.status === "revoked") return invalid(reply.reason, reply.revokedAt);
  const credential = parseCredential(reply.credential);
  if (!credential) return unchecked("server");
  const seen = await ports.issuer();
  if (!seen) return unchecked("server");
  if (seen.status === "limited") return waiting(seen.retryAfterSeconds);
  const fault = await proofFault(credential, seen, ports);
  return fault ?? { status: "valid", facts: credentialFacts(credential), keysFrom: null };
}

/** Null when this credential is ours and says what was signed. */
async function proofFault(
  credential: Credential,
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

/** Deeper than any of ours, and far from where looking into it would overflow. */
const MAX_DEPTH = 32;

/**
 * Ours name their vocabularies once, by address, and hold no other keyword of JSON-LD: a vocabulary of somebody's own could
 * give the names that we read another meaning than the proof is about.
 */
function hasPlainNames({ "@context": vocabularies, ...rest }: Credential): boolean {
  const isNamed = Array.isArray(vocabularies) && vocabularies.every((each) => typeof each === "string");
  return isNamed && isPlain(rest, MAX_DEPTH);
}

function isPlain(value: unknown, depthLeft: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (depthLeft === 0) return false;
  const parts = Object.entries(value);
  return parts.every(([name, inner]) => !name.startsWith("@") && isPlain(inner, depthLeft - 1));
}

function parseCredential(text: string): Credential | null {
  try {
    const parsed = credentialSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
