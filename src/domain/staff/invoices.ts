import * as z from "zod/mini";
import { MAX_EMAIL } from "../email.ts";
import { discountCodeField, emailField, line, requiredText, tooLong } from "../fields.ts";
import { billingFields, INVOICE_TIERS, purchaseOrder } from "../sales/billing.ts";
import { SEATS_MAX, seatsMessage } from "../sales/seats.ts";
import { TEAM_NAME_MAX } from "../sales/teams.ts";

/** Orders that staff open and the buyer pays by invoice (docs/decisions/0086). */

/** The days that staff can give a buyer to pay. */
export const DAYS_UNTIL_DUE = ["7", "14", "30", "60"] as const;
/** This many days after its due date an invoice of which nothing was paid is voided. */
export const WAIT_AFTER_DUE_DAYS = 30;
const REASON_MAX_LENGTH = 500;

const reason = z
  .string()
  .check(z.trim(), z.minLength(1, "Please give a reason"), z.maxLength(REASON_MAX_LENGTH));

const SEATS = seatsMessage(1);

/** What the console's form and the function check alike. */
export const invoiceFieldsSchema = z.object({
  /** 1 is an order for one learner, and more are places for a new team, whose owner is the person named here. */
  seats: z.int(SEATS).check(z.minimum(1, SEATS), z.maximum(SEATS_MAX, SEATS)),
  /** Empty for one learner. */
  teamName: line("Team name", TEAM_NAME_MAX),
  firstName: requiredText("First name", 100),
  lastName: requiredText("Last name", 100),
  email: emailField({ tooLong: tooLong("Email", MAX_EMAIL), invalid: "Invalid email" }),
  organization: requiredText("Organisation", 200),
  ...billingFields,
  purchaseOrder,
  tier: z.enum(INVOICE_TIERS, "Please choose a price"),
  daysUntilDue: z.enum(DAYS_UNTIL_DUE),
  discountCode: discountCodeField(50, tooLong("Discount code", 50)),
  /** The buyer accepts no form, so staff state that the terms were part of the offer. */
  termsSent: z.boolean().check(z.refine((sent) => sent, "Send the terms with the offer first")),
});

type TeamFields = Pick<z.output<typeof invoiceFieldsSchema>, "seats" | "teamName" | "discountCode">;

/** A team has a name. It is paid without a code, so that each place has one price. */
export const checkTeam = z.superRefine<TeamFields>(({ seats, teamName, discountCode }, context) => {
  const add = (field: keyof TeamFields, message: string) =>
    context.addIssue({ code: "custom", path: [field], message });
  if (seats > 1 && teamName === "") add("teamName", "Team name is required");
  if (seats > 1 && discountCode !== "")
    add("discountCode", "A code is for one learner. Lower the price of a place instead");
});

const orderId = z.uuid();
const attemptId = z.uuid();

/** POST `staff-invoice`, as staff. A repeat of the same order or attempt has no second effect. */
export const staffInvoiceRequestSchema = z.discriminatedUnion("action", [
  /** `orderId` is made by the browser. `pricePence` is the price of a place before a discount code and VAT. */
  z
    .extend(invoiceFieldsSchema, {
      action: z.literal("open"),
      orderId,
      pricePence: z.int32().check(z.positive()),
      reason,
    })
    .check(checkTeam),
  /** Sends an invoice again, or finishes sending one after a crash. */
  z.object({ action: z.literal("send"), orderId, attemptId }),
  z.object({ action: z.literal("void"), orderId, attemptId, reason }),
]);
export type StaffInvoiceRequest = z.infer<typeof staffInvoiceRequestSchema>;

export const staffInvoiceReplySchema = z.strictObject({ success: z.literal(true) });
