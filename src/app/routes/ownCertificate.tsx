import { CertificateView } from "../../features/certificate/CertificateView.tsx";
import { SignedIn } from "../member/SignedIn.tsx";
import { titled } from "../page.ts";

export const handle = titled("Your certificate");

export function Component() {
  return <SignedIn opening="Opening your certificate…">{() => <CertificateView />}</SignedIn>;
}
