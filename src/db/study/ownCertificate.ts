import type { CertificateKind, OwnCertificate } from "../../domain/certificate/certificate.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import { CERTIFICATE_KEYS, readMeta } from "../store/meta.ts";

const NONE: OwnCertificate = { certificate: null, canCorrect: true };

/**
 * The learner's certificate of this kind, as last received from the server. `certificate` is null if there is none.
 * `isRevoked`: there was one, and it is no longer valid for whatever reason.
 */
export function useOwnCertificate(
  kind: CertificateKind = "completion",
): Loading | ({ status: "ready"; isRevoked: boolean } & OwnCertificate) {
  const key = CERTIFICATE_KEYS[kind];
  const own = useLearner(key, (db) => readMeta(db, key), null);
  if (!own) return LOADING;
  return { status: "ready", isRevoked: own.value?.certificate === null, ...(own.value ?? NONE) };
}
