import { staffRefusals } from "../_shared/http/staff.ts";

/** Why the database did not do what was asked, in the words of supabase/schemas/staff. */
export const refusalFor = staffRefusals({
  notFound: "There is no order with this id.",
  changed: "This order has changed since you opened it. Nothing was done. Reload the page and look again.",
  others: {
    not_paid: "This order has not been paid.",
    anonymised: "The buyer deleted their account, so this order has no address.",
    ended: "This order has ended, so it gives no access.",
    has_password:
      "The buyer has signed in or chosen a password, so there is nothing to send. Ask them to use “Forgotten password?” on the sign-in page.",
    signed_in_buyer:
      "The buyer was signed in when they paid, so the order belongs to that account. They can change its email address in their account.",
    in_use:
      "Someone has used this account since the payment, so the order stays with it. Its owner can change the email address in their account. If it is the wrong person, refund this order and ask the buyer to order again.",
    same_account: "This address belongs to the account that has the order already.",
    running: "Another refund of this order is running. Reload the page to see it.",
    disputed: "The buyer's bank disputes the payment, or has taken it back. The provider refuses refunds.",
    nothing_left: "Everything that was paid has been refunded.",
    team: "This order buys places for a team. End the team on its own page.",
    plan_starting:
      "The payment provider is still setting up the plan of this order. Nothing was changed. Try again in a minute.",
    too_much: "This is more than is left to refund.",
  },
});
