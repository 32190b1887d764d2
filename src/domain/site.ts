/**
 * The identity of this academy. The provider edits only this file to put its own name on every page, email and legal
 * text. An absent value is `null` and is left out wherever it would appear; nothing is invented in its place.
 */
export const SITE = {
  /** The brand, in headings, titles and the name of the installed app. */
  name: "Responsible AI Academy",
  /** Below the icon on a home screen: at most 12 characters, or phones truncate it. */
  shortName: "AI Academy",
  /** The registered seller, person or company. Named in the terms, the privacy policy and on receipts. */
  legalName: "Responsible AI Academy",
  supportEmail: "support@academy.example",
  /** Receives messages sent from the contact page, and is shown there. */
  contactEmail: "hello@academy.example",
  location: "United Kingdom",
  responseTime: "Within 24-48 hours",
  officeHours: "Monday-Friday 9:00 AM-5:00 PM GMT",
  /** Postal address as one line. */
  address: null as string | null,
  /** Without a VAT number a receipt is not a VAT invoice and must not look like one. */
  vatNumber: null as string | null,
  /**
   * The person who signs certificates, as printed on them: { name, role }. Without one, only the issuer's name appears.
   */
  signatory: null as { name: string; role: string } | null,
  /** The founder, in the provider's own words. No person is named until the provider adds a name. */
  founder: {
    title: "Built by people who do this work",
    paragraphs: [
      "The academy is run by a responsible-innovation consultancy that audits AI systems, holds workshops and advises organisations. Its founder works on one question: how people who did not build a system can use it well, and say no to it when they should.",
      "The course draws on that practice. It starts with what AI is and what it is not, moves on to checking its output, the rules that apply and everyday work, and ends with a review that you carry out yourself.",
      "It takes more than one tradition seriously. Ubuntu and decolonial thought sit alongside European law and international standards, because the people whom AI affects do not all live in one place or reason in one way.",
    ],
  },
  /** The target of "About" in the footer: a path of this site or a full URL. */
  aboutUrl: "/#founder",
  /** The provider's own website, or "/" if there is only the landing page. */
  mainSiteUrl: "/",
  /** Profiles for the footer and for search engines, as { label, url }. */
  socialLinks: [] as readonly { label: string; url: string }[],
  /**
   * Where learners use what their plan includes, as full URLs: a page for booking a conversation, the forum, a list of
   * events. Without one, the dashboard offers a message that asks for it.
   */
  planAddresses: { booking: null, forum: null, events: null } as Record<
    "booking" | "forum" | "events",
    string | null
  >,
  /** One sentence for search engines and shared links. */
  description:
    "AI Fluency in 30 Days: a course on understanding, using and questioning AI, 30 minutes a day. Works offline.",
} as const;
