import { expect, it } from "vitest";
import { settleBackground } from "../../../functions/_shared/background.ts";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { teamActs } from "../../teams/world.ts";
import { mailsTo } from "../moneyBack.ts";
import { newEmail } from "../shop.ts";
import { buyAs, signInBuyer } from "../teams.ts";

const academy = withAcademy();
const { teamsOf, invite, invited } = teamActs(academy);

/** A buyer with places that an invoice has opened. */
async function ownerOf(seats: number) {
  const owner = await signInBuyer(academy);
  expect((await buyAs(owner, { pay: "invoice", seats })).status).toBe(200);
  await eventually(() => expect(mailsTo(academy, owner.email, "Your team is ready")).toHaveLength(1));
  await settleBackground();
  const [team] = await teamsOf(owner);
  if (!team) throw new Error("the owner has no team");
  return { owner, team };
}
const deliver = () => academy.call("deliver-mail", {}, { apikey: academy.secretKey });
const makeDue = () => academy.backend.query("update public.mail_queue set next_attempt_at = now()");

it("an invitation that was withdrawn before its email went out is never sent", async () => {
  const { owner, team } = await ownerOf(2);
  const email = newEmail();
  await invited(owner, team.id, email);
  const [seat] = await academy.backend.query<{ id: string }>(
    "update public.team_seats set ended_at = now(), end_reason = 'withdrawn' where email = $1 returning id",
    [email],
  );
  expect(seat).toBeDefined();
  expect((await deliver()).body).toMatchObject({ skipped: 1 });
  expect(mailsTo(academy, email, "You are invited")).toEqual([]);
});

// The last test of the file, because it leaves a full queue.
it("500 invitations go out in rounds, and a receipt or password that comes later goes first (S-177)", async () => {
  const { owner, team } = await ownerOf(500);
  const emails = Array.from({ length: 500 }, (_, index) => `person${index}@many.example`);
  expect(await invite(owner, team.id, emails)).toMatchObject({ invited: emails, missing: 0 });
  await makeDue();
  const later = newEmail();
  await academy.backend.query(
    `insert into public.mail_queue (kind, dedupe_key, recipient, data, next_attempt_at)
     values ('password_changed', 'later:' || $1, $1, jsonb_build_object('at', '2026-11-21T09:30:00.000Z'), now())`,
    [later],
  );
  const before = academy.mails().length;
  // At most fifty in one round, of which the email that came last is the first.
  const { body } = await deliver();
  expect(body).toMatchObject({ failed: 0, queued: 0 });
  const round = academy.mails().slice(0, -before);
  expect(round.length).toBe(body.sent);
  expect(round.length).toBeLessThanOrEqual(50);
  expect(round.at(-1)?.to).toBe(later);
  expect((await teamsOf(owner))[0]).toMatchObject({ mails_waiting: 501 - round.length });
  const keys = round.slice(0, -1).map(({ text }) => /your-address\S*#(\S+)/.exec(text)?.[1]);
  expect(new Set(keys).size).toBe(round.length - 1);
});
