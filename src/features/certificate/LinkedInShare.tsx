import { ExternalLink } from "lucide-react";
import { buttonStyle } from "../../ui/buttonStyle.ts";
import type { ShownCertificate } from "./certificateOf.ts";
import { addToProfileUrl, profileEntry } from "./linkedIn.ts";

/** Opens LinkedIn's own form with the values filled in. */
export function LinkedInShare({ certificate }: { certificate: ShownCertificate }) {
  return (
    <a
      href={addToProfileUrl(profileEntry(certificate))}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonStyle("secondary", "medium")}
    >
      <ExternalLink aria-hidden="true" className="size-5" />
      Share on LinkedIn
      <span className="sr-only">(opens in a new window)</span>
    </a>
  );
}
