import { expect, it } from "vitest";
import { settleBackground } from "../../../functions/_shared/background.ts";
import type { Member } from "../../staff/members.ts";
import { eventually } from "../../support/eventually.ts";
import { withAcademy } from "../../support/server/academy.ts";
import { mailsTo } from "../moneyBack.ts";
import { newEmail, proveAddress } from "../shop.ts";
import { buyAs, signInBuyer, type Team, teamsOf } from "../teams.ts";

const academy = withAcademy();

/** A buyer with places that an invoice has opened. */
async function ownerOf(seats: number): Promise<{ owner: Member; team: Team }> {
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
const invite = async ({ client }: Member, team: Team, emails: string[]) => {
  const asked = { p_team: team.id, p_emails: emails, p_send: true };
  const { data, error } = await client.rpc("invite_to_team", asked);
  if (error) throw error;
  expect(data).toMatchObject({ invited: emails, missing: 0 });
};

it("an invitation opens the place for a person without an account, once they have agreed (S-177)", async () => {
  const { owner, team } = await ownerOf(2);
  const email = newEmail();
  await invite(owner, team, [email]);
  await deliver();
  const [text = ""] = mailsTo(academy, email, "You are invited");
  expect(text).toContain("Team: Kreuzberg e. V.");
  expect(text).toMatch(/You decide whether to accept it[\s\S]*never shown/);
  const key = /your-address\S*#(\S+)/.exec(text)?.[1] ?? "";
  const password = "correct horse battery";
  expect((await academy.call("prove-address", { key, password })).body).toEqual({ outcome: "claimed" });
  const client = academy.client();
  await client.auth.signInWithPassword({ email, password });
  const { data: seats } = await client.rpc("my_seats");
  expect(seats).toMatchObject([{ team: "Kreuzberg e. V.", is_claimed: false }]);
  const enrolled = () => client.from("enrollment_status").select("status, tier").single();
  expect((await enrolled()).data).toEqual({ status: "none", tier: null });
  expect((await client.rpc("claim_seat", { p_seat: seats[0].id })).data).toBe("claimed");
  expect((await enrolled()).data).toEqual({ status: "active", tier: "ngo" });
  // The owner takes the place back.
  await owner.client.rpc("end_seat", { p_seat: seats[0].id });
  await deliver();
  expect(mailsTo(academy, email, "Your place on")[0]).toContain("You no longer have access to the lessons");
});

it("an invitation that was withdrawn before its email went out is never sent", async () => {
  const { owner, team } = await ownerOf(2);
  const email = newEmail();
  await invite(owner, team, [email]);
  const [seat] = await academy.backend.query<{ id: string }>(
    "update public.team_seats set ended_at = now(), end_reason = 'withdrawn' where email = $1 returning id",
    [email],
  );
  expect(seat).toBeDefined();
  expect((await deliver()).body).toMatchObject({ skipped: 1 });
  expect(mailsTo(academy, email, "You are invited")).toEqual([]);
});

it("emails say a team until the owner of the new address has proved it, whatever the team is called (S-177)", async () => {
  const { owner, team } = await ownerOf(2);
  await academy.backend.query("delete from private.proven_addresses where user_id = $1", [owner.id]);
  const [one, other] = [newEmail(), newEmail()];
  await invite(owner, team, [one]);
  await deliver();
  expect(mailsTo(academy, one, "You are invited")[0]).not.toContain("Kreuzberg");
  await proveAddress(academy, owner.email);
  await academy.backend.query("update public.teams set name = 'Pay at evil.example' where id = $1", [
    team.id,
  ]);
  await invite(owner, team, [other]);
  await deliver();
  expect(mailsTo(academy, other, "You are invited")[0]).not.toContain("evil");
});

// The last test of the file, because it leaves a full queue.
it("500 invitations go out in rounds, and a receipt or password that comes later goes first (S-177)", async () => {
  const { owner, team } = await ownerOf(500);
  const emails = Array.from({ length: 500 }, (_, index) => `person${index}@many.example`);
  await invite(owner, team, emails);
  const spread = await academy.backend.query<{ minutes: number }>(
    `select extract(epoch from max(next_attempt_at) - min(next_attempt_at))::int / 60 as minutes
     from public.mail_queue where kind = 'team_invitation'`,
  );
  expect(spread[0]?.minutes).toBeGreaterThanOrEqual(4);
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
