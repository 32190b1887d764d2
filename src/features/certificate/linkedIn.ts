import { once } from "../../domain/once.ts";
import type { ShownCertificate } from "./certificateOf.ts";

/** The values of LinkedIn's form "Add license or certification". */
export type ProfileEntry = {
  name: string;
  organisation: string;
  issueYear: number;
  /** 1 to 12. */
  issueMonth: number;
  credentialId: string;
  credentialUrl: string;
};

type Shareable = Pick<ShownCertificate, "id" | "course" | "issuedAt" | "issuerName" | "url">;

export function profileEntry({ id, course, issuedAt, issuerName, url }: Shareable): ProfileEntry {
  const issued = new Date(issuedAt);
  return {
    name: course,
    organisation: issuerName,
    issueYear: issued.getUTCFullYear(),
    issueMonth: issued.getUTCMonth() + 1,
    credentialId: id,
    credentialUrl: url,
  };
}

/** The URL that opens this form with the values filled in (LinkedIn, "Add to profile"). */
export function addToProfileUrl(entry: ProfileEntry): string {
  const url = new URL("https://www.linkedin.com/profile/add");
  url.search = new URLSearchParams({
    startTask: "CERTIFICATION_NAME",
    name: entry.name,
    organizationName: entry.organisation,
    issueYear: `${entry.issueYear}`,
    issueMonth: `${entry.issueMonth}`,
    certId: entry.credentialId,
    certUrl: entry.credentialUrl,
  }).toString();
  return url.href;
}

const MONTH = once(
  () => new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" }),
);

/** The same values with LinkedIn's own labels, for filling in the form by hand. */
export function profileLines(entry: ProfileEntry): readonly (readonly [label: string, value: string])[] {
  return [
    ["Name", entry.name],
    ["Issuing organisation", entry.organisation],
    ["Issue date", MONTH().format(Date.UTC(entry.issueYear, entry.issueMonth - 1))],
    ["Credential ID", entry.credentialId],
    ["Credential URL", entry.credentialUrl],
  ];
}
