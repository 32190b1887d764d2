import { useOwnCertificate } from "../../db/ownCertificate.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { CertificateToCome } from "./CertificateToCome.tsx";
import { IssuedCertificate } from "./IssuedCertificate.tsx";

/** The certificate of a learner who has completed the course: to be received, or here. */
export function CertificatePanel() {
  const own = useOwnCertificate();
  if (own.status === "loading") return <Spinner label="Opening your certificate…" />;
  if (!own.certificate) return <CertificateToCome />;
  return (
    <IssuedCertificate key={own.certificate.id} certificate={own.certificate} canCorrect={own.canCorrect} />
  );
}
