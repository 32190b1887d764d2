import { SITE } from "../site.ts";

/**
 * What the provider states about itself on the site, in emails, on receipts and on certificates. Staff edit it in the
 * console's settings, and every version is kept. All of it is public. An absent value is `null` and is left out wherever
 * it would appear; nothing is invented in its place.
 */
export type ProviderFacts = {
  /** The registered seller, person or company. Named in the terms, the privacy policy and on receipts. */
  legalName: string;
  /** Postal address as one line. */
  address: string | null;
  /** Without it no real payment is taken, and nothing may look like a VAT invoice. */
  vatNumber: string | null;
  /** What a company has to show: number, place of registration, registered office. One line. */
  registration: string | null;
  phone: string | null;
  supportEmail: string;
  /** Receives messages sent from the contact page, and is shown there. */
  contactEmail: string;
  location: string;
  responseTime: string;
  officeHours: string;
  /** The person who signs certificates, as printed on them. Without a name, only the issuer's name appears. */
  signatoryName: string | null;
  signatoryRole: string | null;
  /** Who founded the academy, in their own words. Paragraphs are separated by line breaks. A name needs words. */
  founderName: string | null;
  founderRole: string | null;
  founderText: string | null;
  /** Where learners use what their plan includes, as full URLs. Without one, the dashboard offers a message instead. */
  bookingUrl: string | null;
  forumUrl: string | null;
  eventsUrl: string | null;
  /** How soon a reviewer answers a capstone, such as "10 working days". */
  reviewTime: string;
  /** How much consultancy each plan includes, such as "one conversation of 30 minutes". */
  consultancyStudent: string | null;
  consultancyNgo: string | null;
  consultancyProfessional: string | null;
  /** Profiles for the footer and for search engines. */
  socialLinks: readonly SocialLink[];
  /** The sender of emails. Without an address, MAIL_FROM is the sender. */
  senderName: string | null;
  senderAddress: string | null;
  /** When the provider last changed these texts, as YYYY-MM-DD, if later than the date in the text itself. */
  termsUpdated: string | null;
  privacyUpdated: string | null;
};
type SocialLink = { label: string; url: string };

/** Version 0 is what an academy begins with. */
export type VersionedFacts = { version: number; facts: ProviderFacts };

/** The facts of an academy that has saved none. The addresses are examples; real payments need a saved version. */
const TRIAL_FACTS: ProviderFacts = {
  legalName: SITE.name,
  address: null,
  vatNumber: null,
  registration: null,
  phone: null,
  supportEmail: "support@academy.example",
  contactEmail: "hello@academy.example",
  location: "United Kingdom",
  responseTime: "Within 24-48 hours",
  officeHours: "Monday-Friday 9:00 AM-5:00 PM GMT",
  signatoryName: null,
  signatoryRole: null,
  founderName: null,
  founderRole: null,
  founderText: null,
  bookingUrl: null,
  forumUrl: null,
  eventsUrl: null,
  reviewTime: "10 working days",
  consultancyStudent: null,
  consultancyNgo: null,
  consultancyProfessional: null,
  socialLinks: [],
  senderName: null,
  senderAddress: null,
  termsUpdated: null,
  privacyUpdated: null,
};

/** What applies until staff have saved a version. `email` is the provider's mailbox, if it is configured. */
export function initialFacts(email?: string): VersionedFacts {
  const mailboxes = email ? { supportEmail: email, contactEmail: email } : {};
  return { version: 0, facts: { ...TRIAL_FACTS, ...mailboxes } };
}
