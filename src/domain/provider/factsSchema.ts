import * as z from "zod/mini";
import { parseUrl } from "../parseUrl.ts";

const RESERVED = /[.@](example|invalid|test|localhost)(\.(com|net|org))?$/i;
/**
 * Control characters, line and paragraph separators, invisible ones, bidirectional controls, private-use characters and lone
 * surrogates. Joiners are allowed: Persian and many Indic names need them.
 */
const UNPRINTABLE =
  /[\p{Cc}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u2800\ufeff\ufffd-\uffff]/u;

const text = (what: string, max = 200) =>
  z.string().check(
    z.trim(),
    z.minLength(1, `Please enter ${what}`),
    z.maxLength(max, `Use at most ${max} characters`),
    z.refine((value) => !UNPRINTABLE.test(value), "Use one line, without invisible characters"),
  );
/** Several paragraphs. Browsers send line breaks as LF or CR LF. */
const paragraphs = (what: string, max: number) =>
  z.string().check(
    z.trim(),
    z.overwrite((value) => value.replace(/\r\n?/g, "\n")),
    z.minLength(1, `Please enter ${what}`),
    z.maxLength(max, `Use at most ${max} characters`),
    z.refine((value) => !UNPRINTABLE.test(value.replaceAll("\n", " ")), "Leave out invisible characters"),
  );
const email = (what: string) =>
  text(what).check(
    z.email("Enter a complete email address"),
    z.refine((value) => !RESERVED.test(value), "This is an example address. Enter your own"),
  );
const url = text("an address").check(
  z.refine(isWebAddress, "Enter a full address that begins with https://"),
);
const day = text("a date").check(z.refine(isPastDay, "Enter a date that is not in the future"));
const phone = text("a telephone number").check(
  z.refine(
    (value) => /^\+?[\d ()-]{6,25}$/.test(value),
    "Enter digits, with + and the country code if you like",
  ),
);
/** UK: nine or twelve digits (https://www.gov.uk/guidance/vat-uk-overseas-suppliers-vat-registration-number-format). */
const vatNumber = text("the VAT number").check(
  z.refine(
    (value) => /^(GB)?(\d{9}|\d{12})$/.test(value.replaceAll(" ", "")),
    "Enter GB and nine or twelve digits",
  ),
);

/** An absent value is null, and an empty field of a form is absent. */
const optional = <S extends z.ZodMiniType<string, string>>(schema: S) =>
  z.pipe(
    z.transform((value: string | null) => (typeof value === "string" && value.trim() === "" ? null : value)),
    z.nullable(schema),
  );

/** The facts as staff save them. The messages are for the form's fields. */
export const factsSchema = z
  .strictObject({
    legalName: text("the name of the seller"),
    // A seller has to state a postal address (Electronic Commerce (EC Directive) Regulations 2002, reg. 6).
    address: text("your postal address", 300),
    vatNumber: optional(vatNumber),
    registration: optional(text("the registration", 300)),
    phone: optional(phone),
    supportEmail: email("the support address"),
    contactEmail: email("the contact address"),
    location: text("your location"),
    responseTime: text("your response time"),
    officeHours: text("your office hours"),
    signatoryName: optional(text("a name")),
    signatoryRole: optional(text("a role")),
    founderName: optional(text("a name")),
    founderRole: optional(text("a role")),
    founderText: optional(paragraphs("a few words", 1500)),
    bookingUrl: optional(url),
    forumUrl: optional(url),
    eventsUrl: optional(url),
    reviewTime: text("the time of a review"),
    consultancyStudent: optional(text("an amount")),
    consultancyNgo: optional(text("an amount")),
    consultancyProfessional: optional(text("an amount")),
    socialLinks: z
      .array(z.strictObject({ label: text("the name of the link", 40), url }))
      .check(z.maxLength(8, "At most eight links")),
    senderName: optional(
      text("a name", 80).check(z.refine((name) => !/[<>"@,;:]/.test(name), 'Leave out < > " @ , ; :')),
    ),
    senderAddress: optional(email("the address of the sender")),
    termsUpdated: optional(day),
    privacyUpdated: optional(day),
  })
  .check(
    z.refine(({ signatoryName, signatoryRole }) => (signatoryName === null) === (signatoryRole === null), {
      path: ["signatoryRole"],
      message: "A signatory needs a name and a role",
    }),
    z.refine(({ founderName, founderText }) => (founderName === null) === (founderText === null), {
      path: ["founderText"],
      message: "A founder needs a name and a few words",
    }),
    z.refine(({ founderName, founderRole }) => founderRole === null || founderName !== null, {
      path: ["founderName"],
      message: "A role needs a name",
    }),
    z.refine(({ senderName, senderAddress }) => senderName === null || senderAddress !== null, {
      path: ["senderAddress"],
      message: "A sender needs an address",
    }),
  );

/**
 * POST to staff-settings, for staff. `basedOn` is the version that the form showed. Errors (`code` of FailureBody):
 * `bad_request` (the message names the field), `not_staff`, `changed_meanwhile` (someone else has saved a newer version).
 */
export const saveFactsSchema = z.object({
  basedOn: z.int32().check(z.nonnegative()),
  facts: factsSchema,
  reason: z.string().check(z.trim(), z.minLength(1, "Please give a reason"), z.maxLength(500)),
});

/** The version that now applies. */
export const saveFactsReplySchema = z.object({ version: z.int() });
export type SaveFactsReply = z.infer<typeof saveFactsReplySchema>;

/** The facts as a form holds them, where an empty field is an empty text. */
export type FactsOfForm = z.input<typeof factsSchema>;

function isWebAddress(value: string): boolean {
  return /^https:\/\//i.test(value) && parseUrl(value)?.hostname.includes(".") === true;
}

/** A calendar day, YYYY-MM-DD, that has begun somewhere. */
function isPastDay(value: string): boolean {
  const at = Date.parse(`${value}T00:00:00Z`);
  // Some dates that do not exist, such as 30 February, are read as the day after the month.
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(value);
  return isDay && at <= Date.now() + 14 * 60 * 60 * 1000;
}
