import { useOwnCertificate } from "../../db/ownCertificate.ts";
import { paths } from "../../domain/paths.ts";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { formatDay } from "./formatDay.ts";

export function CertificateLine() {
  const own = useOwnCertificate();
  const certificate = own.status === "ready" ? own.certificate : null;
  return (
    <div className="flex flex-col items-start gap-4">
      <p>
        {certificate
          ? `Issued to ${certificate.holderName} on ${formatDay(certificate.issuedAt)}.`
          : "You can get one when all lessons are complete."}
      </p>
      <LinkButton to={paths.certificate()} variant="secondary">
        {certificate ? "See your certificate" : "How to get it"}
      </LinkButton>
    </div>
  );
}
