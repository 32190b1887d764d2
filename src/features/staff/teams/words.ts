import { formatDay } from "../../../domain/text/dates.ts";
import type { Tone } from "../../../ui/Badge.tsx";
import type { SeatRow, TeamPage, TeamRow } from "./teamSchemas.ts";

export function stateOf(team: TeamRow): { label: string; tone: Tone } {
  if (team.ended_at) return { label: "Ended", tone: "neutral" };
  if (team.paused_at) return { label: "Paused", tone: "highlight" };
  if (team.bought === 0) return { label: "No places", tone: "neutral" };
  if (team.given > team.bought) return { label: "More given than bought", tone: "highlight" };
  return { label: "Active", tone: "done" };
}

/** "25 bought, 20 given, 18 of them claimed, 5 free" */
export function placesWords({ bought, given, claimed }: TeamRow): string {
  const rest = given > bought ? `${given - bought} too many given` : `${bought - given} free`;
  return `${bought} bought, ${given} given, ${claimed} of them claimed, ${rest}`;
}

/** Who may study because of this team, and why. */
export function accessWords(team: TeamPage): string {
  const { bought, given, claimed, paused_at, ended_at, pauses_at, extended_until } = team;
  if (ended_at) return `Ended by staff on ${formatDay(ended_at)}. Progress is kept.`;
  if (paused_at) {
    const why = pauses_at
      ? "a payment is missing"
      : "more people have a place than are paid for. It opens when the missing places are bought or places are taken back";
    return `Paused since ${formatDay(paused_at)}, because ${why}. Progress is kept.`;
  }
  if (bought === 0)
    return claimed === 0
      ? "No places: no order of this team counts."
      : "No access: no order of this team counts any more. Progress is kept.";
  const open =
    given > bought
      ? "All learners keep access until the owner has chosen whom to remove."
      : "Everyone with a claimed place has access.";
  if (!pauses_at) return open;
  const by = extended_until === pauses_at ? ", extended by staff" : "";
  return `${open} The places pause after ${formatDay(pauses_at)}${by}, unless the payment arrives.`;
}

const END_WORDS: Record<string, string | undefined> = {
  withdrawn: "Withdrawn",
  removed: "Removed",
  declined: "Declined",
  left: "Left the team",
};
const MAIL_WORDS: Record<string, string | undefined> = {
  queued: "Invited, the email is waiting",
  sent: "Invited",
};

export function seatWords({ claimed_at, ended_at, end_reason, invited_at, mail }: SeatRow): string {
  if (ended_at) return `${END_WORDS[end_reason ?? ""] ?? "Ended"} ${formatDay(ended_at)}`;
  if (claimed_at) return `Has a place since ${formatDay(claimed_at)}`;
  return `${MAIL_WORDS[mail ?? ""] ?? "Invited, the email was not delivered"}, ${formatDay(invited_at)}`;
}
