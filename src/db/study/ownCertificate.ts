import type { OwnCertificate } from "../../domain/certificate/certificate.ts";
import { LOADING, type Loading, useLearner } from "../live.ts";
import { readMeta } from "../store/meta.ts";

const NONE: OwnCertificate = { certificate: null, canCorrect: true };

/** The learner's certificate, as last received from the server. `certificate` is null if there is none. */
export function useOwnCertificate(): Loading | ({ status: "ready" } & OwnCertificate) {
  const own = useLearner("certificate", (db) => readMeta(db, "certificate"), null);
  return own ? { status: "ready", ...(own.value ?? NONE) } : LOADING;
}
