import { describe, expect, it } from "vitest";
import { emailAddress } from "../../src/domain/email.ts";
import type { Seat } from "../../src/platform/account/teams.ts";
import { publishLesson } from "../support/lessons.ts";
import { noteRow, outcomes, progressRow } from "../support/sentRows.ts";
import { inDays, withTeams } from "./world.ts";

const teams = withTeams();
const { person, threePeople, team, order, invite, invited, joined, call, link } = teams;
const { access, seatsOf, teamOf, query, mails } = teams;

describe("the owner of a team (S-169)", () => {
  it("sees of each person exactly what the page lists: never notes, answers or scores", async () => {
    await publishLesson(teams.backend, "2");
    const [owner, ada] = [await person(), await person()];
    const id = await team(owner, 2);
    await joined(owner, id, ada);
    const today = new Date().toISOString();
    expect(await outcomes(ada.client, [progressRow("2", today), noteRow("2", "My own note")])).toEqual([
      "ok",
      "ok",
    ]);
    const { seats, next } = await seatsOf(owner, id);
    expect(next).toBeNull();
    expect(seats).toEqual([
      {
        ...{
          id: expect.any(String),
          email: ada.email,
          name: "Ada Obi",
          invited_at: expect.any(String),
          mail: null,
        },
        ...{ claimed_at: expect.any(String), ended_at: null, certificate_id: null, certificate_at: null },
        ...{ lessons: 1, last_day: today.slice(0, 10) },
      },
    ]);
    for (const table of [
      "course_progress",
      "quiz_attempts",
      "study_rows",
      "capstone_hand_ins",
      "certificates",
      "profiles",
    ]) {
      const { data } = await owner.client.from(table).select();
      expect(JSON.stringify(data), table).not.toContain(ada.id);
    }
    for (const table of ["teams", "team_seats"])
      expect((await owner.client.from(table).select()).error, table).toMatchObject({ code: "42501" });
  });

  it("learns nothing about an address before its owner takes the place", async () => {
    const [owner, member] = [await person(), await person()];
    await teams.backend.enrol(member, "professional");
    const id = await team(owner, 3);
    expect(await invite(owner, id, [member.email, "nobody@mail.example"])).toMatchObject({ missing: 0 });
    const { seats } = await seatsOf(owner, id);
    const facts = seats.map(({ id: _, email: __, ...rest }) => ({ ...rest, invited_at: "" }));
    expect(facts[0]).toEqual(facts[1]);
  });

  it("can do nothing about another owner's team, nor can a person in it", async () => {
    const [owner, ada, mallory] = await threePeople();
    const id = await team(owner, 3);
    const seat = await joined(owner, id, ada);
    for (const who of [mallory, ada]) {
      expect(await call(who, "my_teams")).toEqual([]);
      expect(await call(who, "team_seats_page", { p_team: id })).toBeNull();
      expect(await invite(who, id, ["a@mail.example"])).toBeNull();
      expect(await link(who, id, 5)).toBeNull();
      expect(await order(who, 1, { team: { id } })).toBeNull();
      for (const [name, args] of [
        ["resend_invitation", { p_seat: seat }],
        ["end_seat", { p_seat: seat }],
        ["move_seat", { p_seat: seat, p_email: "a@mail.example" }],
        ["hand_over_team", { p_team: id, p_seat: seat }],
      ] as const)
        expect(await call(who, name, args), name).toBe("not_found");
    }
    expect(await call(mallory, "leave_team", { p_seat: seat })).toBe("not_found");
    expect(await access(ada)).toBe("active: paid");
  });

  it("hands the team over to a person with a place, who can then do everything, while the orders stay", async () => {
    const [owner, ada] = [await person(), await person()];
    const id = await team(owner, 3);
    const seat = await joined(owner, id, ada);
    const waiting = await invited(owner, id, "later@mail.example");
    const handOver = (p_seat: string) => call(owner, "hand_over_team", { p_team: id, p_seat });
    expect(await handOver(waiting)).toBe("not_found");
    expect(await handOver(seat)).toBe("done");
    expect(await handOver(seat)).toBe("not_found");
    expect(await call(owner, "my_teams")).toEqual([]);
    expect(await teamOf(ada, id)).toMatchObject({ bought: 3, given: 2 });
    expect(await call(ada, "hand_over_team", { p_team: id, p_seat: seat })).toBe("invalid");
    for (const { email } of [owner, ada]) expect(await mails(email)).toContain("team_handed_over");
    expect(await query("select user_id from public.orders where team_id = $1", [id])).toEqual([
      { user_id: owner.id },
    ]);
    expect(await order(ada, 1, { team: { id } })).toMatchObject({ team_id: id });
  });
});

describe("inviting people (S-166)", () => {
  it("names wrong, repeated and known addresses among five hundred before anything is sent", async () => {
    const owner = await person();
    const id = await team(owner, 470);
    const good = Array.from({ length: 470 }, (_, index) => `person${index}@mail.example`);
    const wrong = Array.from({ length: 28 }, (_, index) => `wrong ${index}@mail.example`);
    const known = await invited(owner, id, "known@mail.example");
    const list = [...good.slice(0, 469), ...wrong, "", null, " KNOWN@mail.example ", "PERSON7@mail.example"];
    const checked = await invite(owner, id, list, false);
    expect(checked).toEqual({
      ...{ invited: good.slice(0, 469), in_team: ["KNOWN@mail.example"], repeated: ["PERSON7@mail.example"] },
      ...{ invalid: [...wrong, "", ""], missing: 0 },
    });
    expect(await teamOf(owner, id)).toMatchObject({ given: 1, mails_waiting: 1 });
    expect(await invite(owner, id, list)).toEqual(checked);
    expect(await teamOf(owner, id)).toMatchObject({ given: 470, free: 0, mails_waiting: 470 });
    expect(await invite(owner, id, list)).toMatchObject({ invited: [], missing: 0 });

    // A receipt that is queued now does not wait for all of them.
    const [queue] = await query<{ now: number; late: number }>(
      `select count(*) filter (where next_attempt_at <= now())::int as now,
         count(*) filter (where next_attempt_at > now() + interval '3 minutes')::int as late
       from public.mail_queue where kind = 'team_invitation' and data ->> 'seat_id' <> $1`,
      [known],
    );
    expect(queue?.now).toBeLessThan(50);
    expect(queue?.late).toBeGreaterThan(50);
  });

  it("sends nothing when places are missing, and to more than five hundred when none are", async () => {
    const owner = await person();
    const id = await team(owner, 2);
    const three = ["a@mail.example", "b@mail.example", "c@mail.example"];
    expect(await invite(owner, id, three)).toMatchObject({ missing: 1 });
    expect(await teamOf(owner, id)).toMatchObject({ given: 0, mails_waiting: 0 });
    const large = await team(owner, 500);
    const more = await order(owner, 100, { team: { id: large } });
    await teams.pay(more?.order_id ?? "", owner);
    const many = Array.from({ length: 501 }, (_, index) => `p${index}@mail.example`);
    expect(await invite(owner, large, many)).toMatchObject({ missing: 0 });
    expect(await teamOf(owner, large)).toMatchObject({ bought: 600, given: 501 });
  });

  it("is limited for each team and day, and for each mailbox", async () => {
    const owner = await person();
    const id = await team(owner, 2);
    const seat = await invited(owner, id, "a@mail.example");
    const resend = () => call(owner, "resend_invitation", { p_seat: seat });
    const wait = () =>
      query("update public.team_seats set invited_at = invited_at - interval '6 minutes' where id = $1", [
        seat,
      ]);
    expect(await resend()).toBe("too_soon");
    await wait();
    expect(await resend()).toBe("done");
    await wait();
    expect(await resend(), "two an hour for one mailbox").toBe("too_soon");
    for (let count = 2; count < 26; count++)
      expect(
        await call(owner, "move_seat", {
          p_seat: (await openSeat(id))?.id,
          p_email: `p${count}@mail.example`,
        }),
      ).toBe("done");
    expect(
      await call(owner, "move_seat", { p_seat: (await openSeat(id))?.id, p_email: "x@mail.example" }),
    ).toBe("too_many");
    await expect(invite(owner, id, ["y@mail.example"])).rejects.toMatchObject({ code: "PT429" });
  });
  const openSeat = async (id: string) =>
    (await query<Seat>("select id from public.team_seats where team_id = $1 and ended_at is null", [id]))[0];

  it("accepts the addresses that the forms accept, and no others", async () => {
    const odd = [
      ...["a@b.org", "A.b+c@d-e.example", "x_y@1.example", "o'neill@mail.example", "a@xn--bcher-kva.example"],
      ...["a", "@b.org", "a@", "a@b", "a..b@c.org", ".a@b.org", "a.@b.org", "a@-b.org", "a@b-.org", "a@b.1"],
      ...["a b@c.org", "a@b.org, c@d.org", "ä@b.org", `${"a".repeat(65)}@b.org`],
      ...["a@b..org", `a@${"b.".repeat(130)}org`, "'; drop table public.teams --@b.org", "a@b.org\n"],
    ];
    const [owner, id] = await withTeam(2);
    const { invited: accepted } = await invite(owner, id, odd, false);
    expect(accepted).toEqual(
      odd
        .map((each) => each.trim())
        .filter(
          (each, place, all) =>
            emailAddress(each) === each && each.length <= 255 && all.indexOf(each) === place,
        ),
    );
  });
  async function withTeam(seats: number) {
    const owner = await person();
    return [owner, await team(owner, seats)] as const;
  }
});

describe("the list of a team's people (S-169)", () => {
  it("comes in pages without a person who is missing or twice, open places by address first, then those that ended", async () => {
    const owner = await person();
    const id = await team(owner, 20);
    const emails = Array.from(
      { length: 17 },
      (_, index) => `${String.fromCharCode(113 - index)}@mail.example`,
    );
    await invite(owner, id, emails);
    const { seats: all } = await seatsOf(owner, id);
    for (const { id: seat } of all.slice(3, 6)) await call(owner, "end_seat", { p_seat: seat });
    const seen: string[] = [];
    for (let after: string | null = null; ; ) {
      const page: { seats: Seat[]; next: string | null } = await call(owner, "team_seats_page", {
        p_team: id,
        p_after: after,
        p_limit: 4,
      });
      seen.push(...page.seats.map(({ email }) => email));
      after = page.next;
      if (after === null) break;
    }
    const sorted = all.map(({ email }) => email);
    expect(sorted).toEqual([...emails].sort());
    expect(seen).toEqual([...sorted.slice(0, 3), ...sorted.slice(6), ...sorted.slice(3, 6)]);
    for (const after of ["x", '["x","a","b"]'])
      await expect(call(owner, "team_seats_page", { p_team: id, p_after: after })).rejects.toMatchObject({
        code: expect.stringMatching(/^22/),
      });
  });
});

describe("an account that is deleted (S-172)", () => {
  const deleted = (id: string) => query("delete from auth.users where id = $1", [id]);

  it("leaves a team that works for those who study, without invitations, a link or an owner", async () => {
    const [owner, ada] = [await person(), await person()];
    const id = await team(owner, 3);
    await joined(owner, id, ada);
    const waiting = await invited(owner, id, "later@mail.example");
    const key = await link(owner, id, 3, inDays(30));
    await deleted(owner.id);
    expect(await access(ada)).toBe("active: paid");
    expect(await query("select owner_id, link_key from public.teams where id = $1", [id])).toEqual([
      { owner_id: null, link_key: null },
    ]);
    expect(await query("select end_reason from public.team_seats where id = $1", [waiting])).toEqual([
      { end_reason: "withdrawn" },
    ]);
    expect(await call(ada, "team_of_link", { p_key: key })).toBeNull();
    expect(
      await query(
        "select status from public.mail_queue where recipient = 'later@mail.example' and kind = 'team_invitation' and data ->> 'seat_id' = $1",
        [waiting],
      ),
    ).toEqual([{ status: "skipped" }]);
  });

  it("keeps an order whose invoice can still be paid, for a team that was handed over", async () => {
    const [owner, ada] = [await person(), await person()];
    const made = await order(owner, 3, { invoice: { days_until_due: 14, billing: {} } });
    const id = made?.team_id ?? "";
    const sent = { status: "open", sent_at: inDays(-9), due_at: inDays(5), customer_id: "cus_still_owes" };
    await query("select public.record_invoice($1, $2)", [made?.order_id, sent]);
    await query("update public.orders set created_at = now() - interval '9 days' where id = $1", [
      made?.order_id,
    ]);
    const place = await joined(owner, id, ada);
    expect(await call(owner, "hand_over_team", { p_team: id, p_seat: place })).toBe("done");
    await query("select public.request_deletion($1, false)", [owner.id]);
    await query("update public.deletion_requests set due_at = now() where user_id = $1", [owner.id]);
    const [due] = await query<{ found: unknown }>("select public.claim_deletions(1) as found");
    expect(due?.found, "the provider's customer is needed for a transfer").toMatchObject([
      { user_id: owner.id, customers: [] },
    ]);
    await deleted(owner.id);
    expect(await access(ada)).toBe("active: paid");
    expect(await teamOf(ada, id)).toMatchObject({ bought: 3, claimed: 1 });
  });

  it("frees the place of a learner, of whom the team keeps nothing", async () => {
    const [owner, ada] = [await person(), await person()];
    const id = await team(owner, 2);
    await joined(owner, id, ada);
    await deleted(ada.id);
    expect(await seatsOf(owner, id)).toEqual({ seats: [], next: null });
    expect(await teamOf(owner, id)).toMatchObject({ given: 0, free: 2 });
  });
});
