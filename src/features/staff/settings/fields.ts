import type { ProviderFacts } from "../../../domain/provider/facts.ts";
import type { FactsOfForm } from "../../../domain/provider/factsSchema.ts";

type FactName = keyof ProviderFacts;
type TextName = Exclude<FactName, "socialLinks">;

type FactField = {
  name: TextName;
  label: string;
  hint?: string;
  isOptional?: boolean;
  /** `long`: several paragraphs. */
  type?: "email" | "url" | "date" | "long";
};

/** The form in the order in which it is read. Each group says once where its facts appear. */
export const GROUPS: readonly { title: string; about: string; fields: readonly FactField[] }[] = [
  {
    title: "Who sells",
    about: "On receipts, in the footer, the terms of service and the privacy policy.",
    fields: [
      {
        name: "legalName",
        label: "Name of the seller",
        hint: "The registered name of the person or company.",
      },
      { name: "address", label: "Postal address", hint: "On one line. The law requires it." },
      {
        name: "vatNumber",
        label: "VAT number",
        isOptional: true,
        hint: "Real payments need it, because prices have VAT added. Enter it at the payment provider too, for the invoices.",
      },
      {
        name: "registration",
        label: "Company registration",
        isOptional: true,
        hint: "A company has to show its number, where it is registered, and its registered office.",
      },
    ],
  },
  {
    title: "How to reach you",
    about: "On the contact page, in the footer, in emails and in the legal texts.",
    fields: [
      {
        name: "supportEmail",
        label: "Support address",
        type: "email",
        hint: "Replies to the academy’s emails go here.",
      },
      {
        name: "contactEmail",
        label: "Contact address",
        type: "email",
        hint: "Messages from the contact page are sent here.",
      },
      {
        name: "phone",
        label: "Telephone",
        isOptional: true,
        hint: "In the terms of service.",
      },
      { name: "location", label: "Location" },
      { name: "responseTime", label: "Response time" },
      { name: "officeHours", label: "Office hours" },
    ],
  },
  {
    title: "Certificates",
    about:
      "Printed on new certificates and covered by their digital signature. Certificates already issued do not change.",
    fields: [
      { name: "signatoryName", label: "Name of the signatory", isOptional: true },
      { name: "signatoryRole", label: "Role of the signatory", isOptional: true },
    ],
  },
  {
    title: "The founder",
    about: "On the landing page. Without a name, it says in a sentence what the academy does.",
    fields: [
      { name: "founderName", label: "Name of the founder", isOptional: true },
      { name: "founderRole", label: "Role of the founder", isOptional: true },
      {
        name: "founderText",
        label: "The founder’s words",
        type: "long",
        isOptional: true,
        hint: "One to three short paragraphs. The first is shown in large type.",
      },
    ],
  },
  {
    title: "What plans include",
    about:
      "On the learner’s dashboard; times and amounts also in the terms of service. Without an address, learners can send a message to ask for it.",
    fields: [
      { name: "bookingUrl", label: "Booking a conversation", type: "url", isOptional: true },
      { name: "forumUrl", label: "Community forum", type: "url", isOptional: true },
      { name: "eventsUrl", label: "Networking events", type: "url", isOptional: true },
      {
        name: "reviewTime",
        label: "Time for the review of a capstone",
        hint: "For NGOs and professionals. For example: 10 working days.",
      },
      {
        name: "consultancyStudent",
        label: "Consultancy for students",
        isOptional: true,
        hint: "How much is included. For example: one conversation of 30 minutes.",
      },
      { name: "consultancyNgo", label: "Consultancy for NGOs", isOptional: true },
      {
        name: "consultancyProfessional",
        label: "Consultancy for professionals",
        isOptional: true,
        hint: "Say what “unlimited” means. For example: as many hours as you book, up to two a week.",
      },
    ],
  },
  {
    title: "The sender of emails",
    about:
      "For receipts, reminders and everything else that the academy sends, except the emails for signing in: their sender was chosen when the academy was set up.",
    fields: [
      { name: "senderName", label: "Name of the sender", isOptional: true },
      {
        name: "senderAddress",
        label: "Address of the sender",
        type: "email",
        isOptional: true,
        hint: "Its domain must be verified with the mail provider.",
      },
    ],
  },
  {
    title: "Dates of the policies",
    about: "When you last changed these texts. If the text itself has a later date, that date is shown.",
    fields: [
      { name: "termsUpdated", label: "Date of the Terms of Service", type: "date", isOptional: true },
      { name: "privacyUpdated", label: "Date of the Privacy Policy", type: "date", isOptional: true },
    ],
  },
];

export type Change = { label: string; value: string };

const LABELS = Object.fromEntries(
  GROUPS.flatMap(({ fields }) => fields.map(({ name, label }) => [name, label])),
);

/** The facts as the form's first values. */
export function toForm(facts: ProviderFacts): FactsOfForm {
  return {
    ...facts,
    address: facts.address ?? "",
    socialLinks: facts.socialLinks.map((link) => ({ ...link })),
  };
}

/** What is different between two versions, in words: "Postal address" and "1 New Road". */
export function changesBetween(before: ProviderFacts, after: ProviderFacts): Change[] {
  const names = Object.keys(after) as FactName[]; // The object has exactly these keys.
  return names.flatMap((name) => {
    const [was, is] = [wordsOf(before[name]), wordsOf(after[name])];
    return was === is ? [] : [{ label: LABELS[name] ?? "Profiles", value: is }];
  });
}

function wordsOf(value: ProviderFacts[FactName]): string {
  if (value === null) return "none";
  if (typeof value === "string") return value;
  return value.length === 0 ? "none" : value.map(({ label, url }) => `${label} (${url})`).join(", ");
}
