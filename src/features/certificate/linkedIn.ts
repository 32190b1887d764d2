import type { ShownCertificate } from "./certificateOf.ts";

type Shareable = Pick<ShownCertificate, "id" | "course" | "issuedAt" | "issuerName" | "url">;

/** The URL that opens LinkedIn's form "Add license or certification" with the values filled in ("Add to profile"). */
export function addToProfileUrl({ id, course, issuedAt, issuerName, url }: Shareable): string {
  const issued = new Date(issuedAt);
  const form = new URL("https://www.linkedin.com/profile/add");
  form.search = new URLSearchParams({
    startTask: "CERTIFICATION_NAME",
    name: course,
    organizationName: issuerName,
    issueYear: `${issued.getUTCFullYear()}`,
    issueMonth: `${issued.getUTCMonth() + 1}`,
    certId: id,
    certUrl: url,
  }).toString();
  return form.href;
}
