import * as z from "zod/mini";
import { isUuid } from "../../domain/ids.ts";
import { TIERS } from "../../domain/sales/plans.ts";
import type { ReplyCheck } from "../functions.ts";
import { callMessage } from "../session/authMessages.ts";
import type { Loaded } from "../session/authTypes.ts";
import { userRpc } from "../staffRpc.ts";

// The database functions of teams (supabase/schemas/sales). Each answers about the caller's own team or place only.

const id = z.string().check(z.refine(isUuid));
const count = z.int();
const time = z.nullable(z.string());

const teamSchema = z.object({
  id,
  name: z.string(),
  tier: z.enum(TIERS),
  bought: count,
  given: count,
  claimed: count,
  /** Negative after a refund of places that were already given. */
  free: count,
  is_paused: z.boolean(),
  /** It is paused, or has no places, because more are claimed than are paid for. */
  is_short: z.boolean(),
  is_ended: z.boolean(),
  is_address_proven: z.boolean(),
  mails_waiting: count,
  link: z.nullable(z.object({ key: z.string(), limit: count, used: count, ends_at: z.string() })),
  orders: z.array(
    z.object({ id, created_at: z.string(), seats: count, total_pence: count, status: z.string() }),
  ),
});
export type Team = z.output<typeof teamSchema>;
const teamsSchema = z.array(teamSchema);

const seatSchema = z.object({
  id,
  email: z.string(),
  name: z.nullable(z.string()),
  invited_at: z.string(),
  /** The state of the last email with the invitation: "queued", "sent", "failed". Null once the place is claimed or has ended. */
  mail: z.nullable(z.string()),
  claimed_at: time,
  ended_at: time,
  lessons: z.nullable(count),
  last_day: time,
  certificate_id: z.nullable(id),
  certificate_at: z.nullable(z.string()),
});
/** A person of a team, as the team's owner sees them. */
export type Seat = z.output<typeof seatSchema>;
const seatsSchema = z.object({ seats: z.array(seatSchema), next: z.nullable(z.string()) });

const strings = z.array(z.string());
const invitedSchema = z.object({
  invited: strings,
  in_team: strings,
  repeated: strings,
  invalid: strings,
  /** How many places are too few. */
  missing: count,
});
export type Invited = z.output<typeof invitedSchema>;

const mySeatSchema = z.object({
  id,
  team: z.string(),
  tier: z.enum(TIERS),
  is_claimed: z.boolean(),
  claimed_at: time,
  is_paused: z.boolean(),
});
/** An invitation of the signed-in user or, once claimed, a place. */
export type MySeat = z.output<typeof mySeatSchema>;
const mySeatsSchema = z.array(mySeatSchema);

const linkedTeamSchema = z.nullable(
  z.object({
    team: z.string(),
    tier: z.enum(TIERS),
    refusal: z.nullable(z.enum(["expired", "paused", "full"])),
  }),
);
const claimSchema = z.enum([
  "claimed",
  "has_own",
  "not_found",
  "full",
  "expired",
  "paused",
  "not_proven",
  "removed",
]);
export type ClaimOutcome = z.output<typeof claimSchema>;

const actSchema = z.enum([
  "done",
  "not_found",
  "invalid",
  "in_team",
  "no_places",
  "ended",
  "too_soon",
  "too_many",
]);
export type ActOutcome = z.output<typeof actSchema>;

/** What the codes of refusals mean. */
const REFUSALS: Record<string, string> = {
  session_ended: "This session has ended. Please sign in again.",
  PT429: "This team has sent very many invitations today. Please try again tomorrow.",
};

async function ask<T>(name: string, args: Record<string, unknown>, reply: ReplyCheck<T>): Promise<Loaded<T>> {
  const result = await userRpc(name, args, reply);
  if (result.ok) return result;
  return { ok: false, message: REFUSALS[result.code ?? ""] ?? callMessage(result) };
}

/** The teams that the signed-in user owns, newest first. */
export const loadMyTeams = () => ask("my_teams", {}, teamsSchema);

export const SEATS_PER_PAGE = 50;
/** The most that the server returns in one reply. */
const MOST_SEATS = 500;

/** Null for a team that the user does not own any more. */
export const loadSeats = (team: string, after: string | null, limit: number) =>
  ask(
    "team_seats_page",
    { p_team: team, p_after: after, p_limit: Math.min(limit, MOST_SEATS) },
    z.nullable(seatsSchema),
  );

/** Every person of a team. */
export async function loadAllSeats(team: string): Promise<Loaded<Seat[]>> {
  const seats: Seat[] = [];
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof loadSeats>> = await loadSeats(team, after, MOST_SEATS);
    if (!page.ok) return page;
    seats.push(...(page.data?.seats ?? []));
    after = page.data?.next ?? null;
  } while (after !== null);
  return { ok: true, data: seats };
}

/** Without `send` it only checks the addresses. */
export const inviteToTeam = (team: string, emails: readonly string[], send: boolean) =>
  ask("invite_to_team", { p_team: team, p_emails: emails, p_send: send }, z.nullable(invitedSchema));

/** What an owner does. The outcome says what happened. */
const act = (name: string, args: Record<string, unknown>) => ask(name, args, actSchema);
export const resendInvitation = (seat: string) => act("resend_invitation", { p_seat: seat });
export const endSeat = (seat: string) => act("end_seat", { p_seat: seat });
export const moveSeat = (seat: string, email: string) => act("move_seat", { p_seat: seat, p_email: email });
export const handOverTeam = (team: string, seat: string) =>
  act("hand_over_team", { p_team: team, p_seat: seat });

/** Makes a link for the team unless it has one, or removes it. Resolves to the link's key. */
export const setTeamLink = (team: string, link: { limit: number; endsAt: string } | null) =>
  ask(
    "set_team_link",
    { p_team: team, p_limit: link?.limit ?? null, p_ends_at: link?.endsAt ?? null },
    z.nullable(z.string()),
  );

/** The invitations and places of the signed-in user. */
export const loadMySeats = () => ask("my_seats", {}, mySeatsSchema);
/** What a page mentions: the invitations of the signed-in user, and the teams that they own. */
export async function loadTeamNews(): Promise<Loaded<{ invitations: MySeat[]; teams: Team[] }>> {
  const [seats, teams] = await Promise.all([loadMySeats(), loadMyTeams()]);
  if (!seats.ok) return seats;
  if (!teams.ok) return teams;
  const invitations = seats.data.filter((seat) => !seat.is_claimed);
  return { ok: true, data: { invitations, teams: teams.data.filter((team) => !team.is_ended) } };
}

export const leaveTeam = (seat: string) => act("leave_team", { p_seat: seat });
export const claimSeat = (seat: string) => ask("claim_seat", { p_seat: seat }, claimSchema);
export const joinTeam = (key: string) => ask("join_team", { p_key: key }, claimSchema);
/** The team that a link leads to, or null for a link that does not work. Anyone may ask. */
export const teamOfLink = (key: string) => ask("team_of_link", { p_key: key }, linkedTeamSchema);
