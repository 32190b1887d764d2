import { useOwnCertificate } from "../../db/ownCertificate.ts";
import { Spinner } from "../../ui/Spinner.tsx";
import { CertificateToCome } from "./CertificateToCome.tsx";
import { IssuedCertificate } from "./IssuedCertificate.tsx";

/** For learners who have completed the course: their certificate, or the form to receive it. */
export function CertificatePanel() {
  const own = useOwnCertificate();
  if (own.status === "loading") return <Spinner label="Opening your certificate…" />;
  if (!own.certificate) return <CertificateToCome />;
  return (
    <IssuedCertificate key={own.certificate.id} certificate={own.certificate} canCorrect={own.canCorrect} />
  );
}
