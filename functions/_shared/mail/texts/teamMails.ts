import { z } from "zod";
import { COURSE } from "../../../../src/domain/course/course.ts";
import { mailPaths } from "../../../../src/domain/mailPaths.ts";
import { paths } from "../../../../src/domain/paths.ts";
import { OWNER_NEVER_SEES, OWNER_SEES } from "../../../../src/domain/sales/ownerSees.ts";
import { TIER_PLANS } from "../../../../src/domain/sales/plans.ts";
import { TEAM_TIERS } from "../../../../src/domain/sales/teams.ts";
import { callDatabase } from "../../database.ts";
import { formatDate } from "../formatDate.ts";
import { type Block, button, type MailContent, type Row, rows } from "../layout.ts";
import { type KeyLink, mail, newKey, type Places, type Sending } from "../mailKind.ts";
import { myLearningButton } from "./links.ts";

/** A team as it is when the email is sent, and one of its places if the email is about one. */
const factsSchema = z.object({
  /** Null unless the owner has proved their address: until then the name is a stranger's text. */
  team: z.string().nullable(),
  tier: z.enum(TEAM_TIERS),
  places: z.int(),
  is_paused: z.boolean(),
  is_disputed: z.boolean(),
  is_unpaid: z.boolean(),
  /** More places are claimed than there are, since some were never paid for, or not any more. */
  is_short: z.boolean(),
  /** The team or the place has ended. */
  is_ended: z.boolean(),
  is_claimed: z.boolean(),
  /** Whether the person with the place may study, by any order or place. */
  has_access: z.boolean(),
});
type Facts = z.infer<typeof factsSchema>;

const teamRow = z.object({ data: z.object({ team_id: z.uuid() }) });
const seatRow = z.object({ data: z.object({ seat_id: z.uuid() }) });
type Subject = { team_id?: string; seat_id?: string };

/** Obsolete when what the email says is no longer true. */
const factsIf = (isTrue: (facts: Facts) => boolean) => async (row: { data: Subject }, sending: Sending) => {
  const args = { p_team: row.data.team_id ?? null, p_seat: row.data.seat_id ?? null };
  const facts = await callDatabase(sending.admin, "team_mail_facts", args, factsSchema.nullable());
  return facts && isTrue(facts) ? facts : "obsolete";
};
const invited = factsIf(({ is_claimed, is_ended }) => !is_claimed && !is_ended);

/** Emails about the places of a team (docs/decisions/0090-teams-pay-in-full.md). */
export const teamMails = {
  /** To the owner, once the first order counts. */
  team_ready: mail({ row: teamRow, load: factsIf(({ is_ended }) => !is_ended), write: readyMail }),
  team_invitation: mail({
    row: seatRow,
    load: async (row, sending) => {
      const facts = await invited(row, sending);
      if (facts === "obsolete") return facts;
      const link = await newKey(sending.admin, "add_address_link", (hash) => ({
        p_email: sending.recipient,
        p_token_hash: hash,
      }));
      return link === "obsolete" ? link : { ...facts, link };
    },
    write: invitationMail,
  }),
  /** To a learner who has lost the place. */
  seat_ended: mail({ row: seatRow, load: factsIf(({ is_ended }) => is_ended), write: endedMail }),
  /** To the owner. */
  team_paused: mail({ row: teamRow, load: factsIf(({ is_paused }) => is_paused), write: pausedMail }),
  /** To each learner of the team, unless another order or place gives access. */
  seat_paused: mail({
    row: seatRow,
    load: factsIf(({ is_paused, is_ended, has_access }) => is_paused && !is_ended && !has_access),
    write: seatPausedMail,
  }),
  team_handed_over: mail({
    row: z.object({ data: z.object({ team_id: z.uuid(), to: z.enum(["old", "new"]) }) }),
    load: async (row, sending) => {
      const facts = await factsIf(() => true)(row, sending);
      return facts === "obsolete" ? facts : { ...facts, to: row.data.to };
    },
    write: handedOverMail,
  }),
};

/** A name with the address of a page or mailbox in it could send readers elsewhere. "e.V." is none. */
const ADDRESS = /[/@:]|[.。]\p{L}{2}|\d\.\d+\.\d/u;

/** The team's name on a separate line, where it cannot pass for our own text. */
function nameOf({ team }: Pick<Facts, "team">): Row[] {
  return team === null || ADDRESS.test(team.normalize("NFKC")) ? [] : [["Team", team, "name"]];
}
const named = (facts: Facts): Block[] => (nameOf(facts).length > 0 ? [rows(...nameOf(facts))] : []);

const teamButton = (label: string, { siteUrl }: Places) => button(label, `${siteUrl}${paths.team()}`);

const OWNER_WILL_SEE = new Intl.ListFormat("en-GB").format(OWNER_SEES);

/** The same, as the owner reads it. */
const SEEN =
  "the name and email address, when the place was accepted, how many lessons are completed, the last day of study, and the certificate with its link. Answers, notes, scores and reflections are never shown";

function readyMail(facts: Facts, places: Places): MailContent {
  return {
    subject: "Your team is ready: invite people",
    blocks: [
      `Thank you for buying places for a team on ${COURSE.title}. You can invite people now.`,
      rows(
        ...nameOf(facts),
        ["Course", `${COURSE.title} (${TIER_PLANS[facts.tier].label})`],
        ["Places", String(facts.places)],
      ),
      teamButton("Invite people", places),
      `You invite people by email or with one link. For each person who accepts, you see ${SEEN}.`,
      ...(facts.is_unpaid
        ? ["The places work before the invoice is paid. If it is not paid in time, they are paused."]
        : []),
      "Buying places does not give you one. If you want to study too, invite your own address.",
    ],
  };
}

/** Sent to an address that the owner of the team entered. Nobody learns whether it has an account. */
function invitationMail({ link, ...facts }: Facts & { link: KeyLink }, places: Places): MailContent {
  return {
    subject: `You are invited to the course ${COURSE.title}`,
    blocks: [
      `The owner of a team has entered this address, to give you a place on the online course ${COURSE.title}. The place costs you nothing.`,
      ...named(facts),
      button(
        "See the invitation",
        `${places.siteUrl}${mailPaths.proveAddress(paths.invitation())}#${link.key}`,
      ),
      `You decide whether to accept it. If you do, the owner of the team sees ${OWNER_WILL_SEE}. ${OWNER_NEVER_SEES}`,
      `The link can be used once and expires on ${formatDate(link.until)}. It also confirms that this address is yours.`,
      "If you do not know the team, or do not want the place, you do not need to do anything. The team is not told whether you have an account with us.",
    ],
  };
}

function endedMail(facts: Facts, places: Places): MailContent {
  return {
    subject: `Your place on ${COURSE.title} has ended`,
    blocks: [
      `The place that a team gave you on ${COURSE.title} has ended.`,
      ...named(facts),
      facts.has_access
        ? "You still have access to the course in another way, so nothing changes for you."
        : "You no longer have access to the lessons. Your progress and everything you have written stay in your account.",
      facts.places > 0
        ? "A certificate that you have earned stays valid."
        : "A certificate for which only the team had paid is no longer valid.",
      myLearningButton(places),
      "If you think that this is a mistake, please ask the owner of the team.",
    ],
  };
}

const PAUSES = {
  is_short: {
    why: "Some places of your team were never paid for, or their payment was returned. More people have a place than are paid for now, so all places are paused.",
    until:
      "All places open again by themselves as soon as you have taken back places, or bought more. The page of your team says how many.",
  },
  is_disputed: {
    why: "A payment for your team has been disputed for 14 days, so its places are paused.",
    until: "All places open again by themselves when the dispute is decided in your favour or withdrawn.",
  },
  is_unpaid: {
    why: "An invoice for your team has not been paid in time, so its places are paused.",
    until:
      "All places open again by themselves as soon as the payment arrives. The invoice is in the email from our payment provider.",
  },
};

function pausedMail(facts: Facts, places: Places): MailContent {
  const cause = (["is_short", "is_disputed"] as const).find((each) => facts[each]) ?? "is_unpaid";
  return {
    subject: "The places of your team are paused",
    blocks: [
      PAUSES[cause].why,
      ...named(facts),
      "The people in your team cannot open the lessons at the moment. Their progress is kept. We have told them that a payment is missing, and that they owe nothing.",
      PAUSES[cause].until,
      teamButton("Go to your team", places),
      "If you need more time, please reply to this email.",
    ],
  };
}

function seatPausedMail(facts: Facts, places: Places): MailContent {
  return {
    subject: `Your place on ${COURSE.title} is paused`,
    blocks: [
      `The place that a team gave you on ${COURSE.title} is paused, because a payment of the team is missing. You owe nothing and do not need to do anything.`,
      ...named(facts),
      "Your progress and everything you have written are kept. The lessons open again by themselves when the payment arrives.",
      myLearningButton(places),
      "If you have questions, please ask the owner of the team.",
    ],
  };
}

function handedOverMail({ to, ...facts }: Facts & { to: "old" | "new" }, places: Places): MailContent {
  if (to === "old") {
    return {
      // By the owner, or by staff when the organisation has asked for it.
      subject: "Your team has been handed over",
      blocks: [
        "Your team has been handed over. Another person is its owner now.",
        ...named(facts),
        "What you paid for stays with you: the orders and their invoices are in your account under “Your payments”.",
        button("Your account", `${places.siteUrl}${paths.account()}`),
        `If you did not expect this, write to us at ${places.facts.supportEmail} immediately.`,
      ],
    };
  }
  return {
    subject: "You are now the owner of a team",
    blocks: [
      `A team on ${COURSE.title} has been handed over to you. You can invite people, end and move their places, and buy more.`,
      ...named(facts),
      teamButton("Go to your team", places),
      `For each person who has accepted a place, you see ${SEEN}.`,
      "The orders and invoices stay with the person who paid. If you do not want the team, please reply to this email.",
    ],
  };
}
