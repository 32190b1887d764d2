import { CertificateView } from "../../features/certificate/CertificateView.tsx";
import { SignedIn } from "../member/SignedIn.tsx";

export function Component() {
  return <SignedIn opening="Opening your certificate…">{() => <CertificateView />}</SignedIn>;
}
