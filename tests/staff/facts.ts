import { initialFacts, type ProviderFacts } from "../../src/domain/provider/facts.ts";

/** A provider's facts as staff might save them. */
export const FACTS: ProviderFacts = {
  ...initialFacts().facts,
  legalName: "Ubuntu & Partners Ltd",
  address: "1 High Street, Leeds LS1 1AA",
  vatNumber: "GB 123 4567 89",
  supportEmail: "help@ubuntu-partners.org",
  contactEmail: "office@ubuntu-partners.org",
  signatoryName: "Ada Obi",
  signatoryRole: "Director",
  founderName: "Nia Okoro",
  founderRole: "Founder",
  founderText: "I audited systems for ten years.\n\nThen I began to teach.",
  bookingUrl: "https://booking.ubuntu-partners.org/",
  forumUrl: "https://forum.ubuntu-partners.org/",
  socialLinks: [{ label: "LinkedIn", url: "https://www.linkedin.com/company/ubuntu-partners" }],
  termsUpdated: "2026-01-31",
};
