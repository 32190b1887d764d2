import * as z from "zod/mini";
import { TIER_PLANS } from "../../../domain/sales/plans.ts";
import { breakDownPrice, formatPence } from "../../../domain/sales/pricing.ts";
import { placesText, seatsMessage, typedSeats } from "../../../domain/sales/seats.ts";
import { checkTeam, invoiceFieldsSchema, WAIT_AFTER_DUE_DAYS } from "../../../domain/staff/invoices.ts";
import { penceOf } from "../frame/pence.ts";

/** The fields of a new order by invoice, and what the form says about them. */

export const listPence = (tier: Entered["tier"]) => TIER_PLANS[tier].pricePence.full;

const NO_SEATS = seatsMessage(1);

export const formSchema = z
  .extend(invoiceFieldsSchema, {
    seats: z.pipe(
      z.string().check(z.refine((typed) => typedSeats(typed, 1) !== null, NO_SEATS)),
      z.transform((typed) => typedSeats(typed, 1) ?? 1),
    ),
    price: z.string().check(z.refine((typed) => penceOf(typed) !== null, "Enter an amount in pounds")),
  })
  .check(
    z.refine(({ tier, price }) => (penceOf(price) ?? 0) <= listPence(tier), {
      error: "The price cannot be higher than the list price",
      path: ["price"],
    }),
    checkTeam,
  );
export type Entered = z.output<typeof formSchema>;
/** What is in the fields before it is checked. */
export type Typed = z.input<typeof formSchema>;

export type TextField = {
  name: Exclude<keyof Entered, "tier" | "daysUntilDue" | "termsSent" | "country" | "price">;
  label: string;
  hint?: string;
  isOptional?: true;
};
/** The fields in which text is typed, by their place in the form. */
export const FIELDS = {
  places: { name: "seats", label: "Places", hint: "1 for the person named here, or up to 500 for a team" },
  team: { name: "teamName", label: "Team's name", hint: "The owner and the people in it see it" },
  person: [
    { name: "firstName", label: "First name" },
    { name: "lastName", label: "Last name" },
    { name: "email", label: "Email", hint: "Receives the invoice and the emails about the order" },
  ],
  buyer: [
    { name: "organization", label: "Organisation" },
    { name: "line1", label: "Address" },
    { name: "line2", label: "Address, second line", isOptional: true },
    { name: "city", label: "Town or city" },
    { name: "postalCode", label: "Postcode", isOptional: true },
  ],
  references: [
    { name: "vatNumber", label: "VAT number", isOptional: true, hint: "In any spelling" },
    { name: "purchaseOrder", label: "Purchase order number", isOptional: true },
  ],
  code: { name: "discountCode", label: "Discount code", hint: "Not for teams", isOptional: true },
} satisfies Record<string, TextField | TextField[]>;

export const EMPTY = {
  ...{
    seats: "1",
    teamName: "",
    firstName: "",
    lastName: "",
    email: "",
    organization: "",
    line1: "",
    line2: "",
    city: "",
    postalCode: "",
  },
  ...{
    country: "GB",
    vatNumber: "",
    purchaseOrder: "",
    tier: "",
    daysUntilDue: "30",
    discountCode: "",
    price: "",
  },
  termsSent: false,
};

/** What is owed for so many places, as far as both fields can be read. */
export function priceWords(typed: string, seats: number | null): string {
  const pence = penceOf(typed);
  if (pence === null || seats === null) return "";
  const { vatPence, totalPence } = breakDownPrice(pence * seats);
  const sum = `${formatPence(totalPence)} with ${formatPence(vatPence)} VAT`;
  return seats === 1 ? `${sum}, before a discount code` : `${sum}, for ${placesText(seats)}`;
}

/** What will happen, before anyone sends the invoice. */
export function sentenceFor(entered: Entered): string {
  const { price, email, organization, discountCode, daysUntilDue, tier, seats, teamName } = entered;
  const pence = penceOf(price) ?? 0;
  const lowered = pence < listPence(tier) ? `, lowered from ${formatPence(listPence(tier))}` : "";
  const code = discountCode ? `, less the discount of ${discountCode},` : "";
  const amount =
    seats === 1
      ? `${formatPence(pence)}${lowered}${code}`
      : `${formatPence(pence * seats)}, which is ${formatPence(pence)}${lowered} for each of ${placesText(seats)} of ${teamName},`;
  const begin =
    seats === 1
      ? "Access begins when it is paid."
      : "A buyer whose account has a confirmed address can use the places as soon as it is sent, and any other buyer once it is paid. If the payment is late, the places pause.";
  return `The payment provider emails ${email} an invoice for ${organization} over ${amount} plus VAT, to be paid within ${daysUntilDue} days by bank transfer or card. ${begin} If nothing has been paid ${WAIT_AFTER_DUE_DAYS} days after the due date, the invoice becomes void and the order ends.`;
}
