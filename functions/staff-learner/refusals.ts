import { Refusal } from "../_shared/http/refusal.ts";

/** Messages by the outcomes that the functions in supabase/schemas/staff return. */
const MESSAGES: Record<string, string> = {
  has_role:
    "This account has a role in the console. The role has to be removed on the command line first (npm run staff -- remove).",
  no_factor: "This account has no second factor any more.",
  unconfirmed:
    "Nobody has confirmed the address of this account. Send the email that confirms it: its link gives the account to the owner of the address, without the second factor.",
  open_already: "This has already been requested. Reload the page to see the request.",
  same_person: "You requested this, so a colleague has to make a check of their own and confirm.",
  waiting: "It is too early to confirm: the learner still has time to stop this.",
  expired: "This request has expired. A new one has to be made, with two new checks.",
  withdrawn: "This request was withdrawn.",
  factor_used: "The learner has signed in with the second factor meanwhile, so it is not lost.",
  factors_changed:
    "The second factors of this account have changed since this was requested. If the new one is lost too, make a new request with two new checks.",
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
