/**
 * Everything that says whose academy this is. The provider edits this file and nothing else to put its own
 * name on every page, mail and legal text. An absent value is `null` and is left out wherever it would be shown;
 * nothing is made up in its place.
 */
export const SITE = {
  /** The brand: headings, titles, the name of the installed app. */
  name: "Responsible AI Academy",
  /** Under an icon on a home screen: at most 12 characters, or phones cut it. */
  shortName: "AI Academy",
  /** The person or company that sells, as registered. Named in the terms, the privacy policy and on receipts. */
  legalName: "Responsible AI Academy",
  supportEmail: "support@academy.example",
  /** Where messages of the contact page are sent, and what that page shows. */
  contactEmail: "hello@academy.example",
  location: "United Kingdom",
  responseTime: "Within 24-48 hours",
  officeHours: "Monday-Friday 9:00 AM-5:00 PM GMT",
  /** Postal address as one line. */
  address: null as string | null,
  /** Without a number a receipt is not a VAT invoice and does not look like one. */
  vatNumber: null as string | null,
  /** Who signs certificates, as printed on them: { name, role }. Without one they are signed in the issuer's name alone. */
  signatory: null as { name: string; role: string } | null,
  /** Who founded the academy, in the provider's own words. Names nobody until the provider does. */
  founder: {
    title: "Built by people who do this work",
    paragraphs: [
      "The academy is run by a responsible-innovation consultancy that audits AI systems, holds workshops and advises organisations. Its founder works on one question: how people who did not build a system can use it well, and say no to it when they should.",
      "The course is written from that practice. It starts with what AI is and what it is not, goes on to checking, to the rules that apply and to daily work, and ends with a review of your own.",
      "It takes more than one tradition seriously. Ubuntu and decolonial thought sit alongside European law and international standards, because the people whom AI affects do not all live in one place or reason in one way.",
    ],
  },
  /** Where "About" in the footer leads: an address of this site or a full one. */
  aboutUrl: "/#founder",
  /** The provider's own web site; "/" while the landing page is all there is. */
  mainSiteUrl: "/",
  /** Profiles shown in the footer and told to search engines, as { label, url }. */
  socialLinks: [] as readonly { label: string; url: string }[],
  /** One sentence for search engines and shared links. */
  description:
    "AI Fluency in 30 Days: a course on understanding, using and questioning AI, 30 minutes a day. Works offline.",
} as const;
