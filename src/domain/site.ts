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
  /** Postal address as one line. */
  address: null as string | null,
  /** Without a number a receipt is not a VAT invoice and does not look like one. */
  vatNumber: null as string | null,
  /** One sentence for search engines and shared links. */
  description:
    "AI Fluency in 30 Days: a course on understanding, using and questioning AI, 30 minutes a day. Works offline.",
} as const;
