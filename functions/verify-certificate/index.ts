import { z } from "zod";
import {
  CERTIFICATE_COLUMNS,
  certificateRowSchema,
  type VerifyReply,
} from "../../src/domain/certificate/certificate.ts";
import { KIND_TEXT, SAMPLE_TEXT } from "../../src/domain/certificate/certificateText.ts";
import { SAMPLE_CERTIFICATE_ID } from "../../src/domain/ids.ts";
import { certificateNumber } from "../../src/domain/text/linkedValue.ts";
import { sampleCredential } from "../_shared/certificate/credential.ts";
import { DatabaseError } from "../_shared/database.ts";
import { PUBLIC_CHECK_LIMIT } from "../_shared/http/rateLimit.ts";
import { Refusal } from "../_shared/http/refusal.ts";
import { type Call, serveFunction } from "../_shared/http/serve.ts";
import { providerFacts } from "../_shared/providerFacts.ts";

/**
 * GET `?id=`, for anyone: whether a certificate is valid and what it says, or that it was revoked. For a revoked
 * certificate, the response omits the name and, instead of the reason, says only whether another certificate replaced
 * it. 404 for an id that was never issued. The sample certificate has the status `sample`.
 */
export default serveFunction(
  {
    name: "verify-certificate",
    method: "GET",
    // Revalidated on every request: the certificate may have been revoked since.
    cache: "no-cache",
    rateLimit: PUBLIC_CHECK_LIMIT,
  },
  async (call): Promise<VerifyReply> => {
    const id = certificateNumber(new URL(call.request.url).searchParams.get("id") ?? "");
    if (id === SAMPLE_CERTIFICATE_ID) return sampleReply(call);
    const row = await findCertificate(call, id);
    if (!row) throw new Refusal(404, "not_found", "We have not issued a certificate with this number.");
    if (row.revoked_at) {
      const reason = row.revoked_reason === "name_corrected" ? "replaced" : "withdrawn";
      return { status: "revoked", id: row.id, revokedAt: row.revoked_at, reason };
    }
    return {
      status: "valid",
      id: row.id,
      holderName: row.holder_name,
      kind: row.kind,
      course: KIND_TEXT[row.kind].achievement,
      issuedAt: row.issued_at,
      credential: row.credential,
    };
  },
);

/** Signed when it is asked for, so that it always has the current key and no row. */
async function sampleReply(call: Call): Promise<VerifyReply> {
  const { sign } = await import("../_shared/certificate/sign.ts");
  const credential = sampleCredential(call.env, await providerFacts(call.admin, call.env));
  const { signed } = await sign(call.env, credential);
  const { holderName, achievement } = SAMPLE_TEXT;
  return {
    ...{ status: "sample", id: SAMPLE_CERTIFICATE_ID, kind: "completion", holderName, course: achievement },
    issuedAt: credential.validFrom,
    credential: JSON.stringify(signed),
  };
}

async function findCertificate(call: Call, id: string | null) {
  if (id === null) return null;
  const { data, error } = await call.admin
    .from("certificates")
    .select(CERTIFICATE_COLUMNS)
    .eq("id", id)
    .maybeSingle();
  if (error) throw new DatabaseError("certificates", error);
  return z.nullable(certificateRowSchema).parse(data);
}
