import { CERTIFICATE_NAMES, type CertificateKind } from "../../domain/certificate/certificate.ts";
import { paths } from "../../domain/paths.ts";
import { Banner } from "../../ui/Banner.tsx";
import { TextLink } from "../../ui/TextLink.tsx";

/** For learners whose certificate staff revoked: nothing can be issued, so there is no form. */
export function RevokedCertificate({ kind }: { kind: CertificateKind }) {
  return (
    <Banner role="status" tone="highlight" title={`The academy has revoked your ${CERTIFICATE_NAMES[kind]}`}>
      It is no longer valid, and you cannot get another one. If you disagree,{" "}
      <TextLink to={paths.contact()}>write to us</TextLink> and say why. A person will review the decision.
    </Banner>
  );
}
