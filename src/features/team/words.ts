import type { ActOutcome, ClaimOutcome, Seat } from "../../platform/account/teams.ts";
import type { Tone } from "../../ui/Badge.tsx";

/** Why an owner's act changed nothing. */
export const ACT_WORDS: Record<Exclude<ActOutcome, "done">, string> = {
  not_found: "This place is not in your team any more. Reload the page to see the current state.",
  invalid: "That is not an email address.",
  in_team: "This address is in the team already.",
  no_places: "There is no free place. Take one back or buy more.",
  ended: "This place has ended already. Reload the page to see the current state.",
  too_soon: "An invitation went to this address a short while ago. Please wait before you send another.",
  too_many: "This team has sent very many invitations today. Please try again tomorrow.",
};

/** Why a place was not taken. */
export const CLAIM_WORDS: Record<Exclude<ClaimOutcome, "claimed">, { title: string; text: string }> = {
  has_own: {
    title: "You already have this course",
    text: "You already have this course yourself, so the place stays free for someone else.",
  },
  not_found: {
    title: "This invitation no longer works",
    text: "It was taken back or replaced. Ask the person who invited you for a new one.",
  },
  full: {
    title: "All places are taken",
    text: "Ask the person who invited you for another place. Nothing has been used.",
  },
  expired: {
    title: "This invitation has ended",
    text: "Ask the person who invited you for a new one.",
  },
  paused: {
    title: "The team is paused",
    text: "No place can be taken now, because of a payment. The person who invited you knows about it. Try again later: your invitation stays.",
  },
  not_proven: {
    title: "Confirm your email address first",
    text: "A place belongs to a confirmed address, so that nobody else can take it.",
  },
  removed: {
    title: "This link does not work for you",
    text: "The owner of the team has ended your place. Only a new invitation to your address gives you another.",
  },
};

/** The state of a person in a team, for a badge and for the spreadsheet. */
export function seatState({ ended_at, claimed_at, mail }: Seat): { label: string; tone: Tone } {
  if (ended_at) return { label: "Ended", tone: "neutral" };
  if (claimed_at) return { label: "Has a place", tone: "done" };
  if (mail === "failed") return { label: "Email not delivered", tone: "danger" };
  return mail === "queued" ? { label: "Being sent", tone: "note" } : { label: "Invited", tone: "note" };
}
