import { Refusal } from "../_shared/http/refusal.ts";

/** Why the database did not do what was asked, in the words of supabase/schemas/staff. */
const MESSAGES: Record<string, string> = {
  has_role:
    "This account has a role in the console. Its role has to be removed on the command line first (npm run staff -- remove).",
  no_factor: "This account has no second factor any more.",
  unconfirmed:
    "The address of this account was never confirmed. Send the email that confirms it: its link gives the account to the owner of the address, without the second factor.",
  open_already: "Someone else has requested this already. Reload the page to see the request.",
  same_person: "You requested this, so another member of staff has to check and confirm.",
  waiting: "It is too early: the learner still has time to stop this.",
  expired: "This request has expired. A new one has to be made, with two new checks.",
  withdrawn: "This request was withdrawn.",
  factor_used: "The learner has signed in with the second factor meanwhile, so it is not lost.",
  bad_check: "Choose how you checked who is asking.",
  bad_date: "The check has to be from the last 30 days.",
  no_reason: "Please give a reason.",
};

export function refusalFor(outcome: string): Refusal {
  if (outcome === "not_found") return new Refusal(404, "not_found", "This does not exist any more.");
  if (outcome === "changed") {
    return new Refusal(
      409,
      "changed_meanwhile",
      "This account has changed since you opened it. Nothing was sent. Reload the page and look again.",
    );
  }
  const message = MESSAGES[outcome];
  if (!message) throw new Error(`the database returned an unknown outcome: ${outcome}`);
  return new Refusal(409, "not_possible", message);
}
