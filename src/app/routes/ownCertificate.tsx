import { CertificateView } from "../../features/certificate/CertificateView.tsx";
import { SignedIn } from "../SignedIn.tsx";

export function Component() {
  return <SignedIn opening="Opening your certificate…">{() => <CertificateView />}</SignedIn>;
}
