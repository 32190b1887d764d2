import { describe, expect, it } from "vitest";
import { inDays, withTeams } from "./world.ts";

const teams = withTeams();
const { person, threePeople, team, invited, joined, claim, call, link, join } = teams;
const { access, seatsOf, teamOf, query } = teams;

describe("an invitation to a team (S-167)", () => {
  it("gives the course to the person with its proven address, once, and says so again on a repeat", async () => {
    const [owner, ada] = [await person(), await person()];
    const id = await team(owner, 2);
    expect(await access(owner), "an order for places gives its buyer no access").toBe("none");
    const seat = await invited(owner, id, ada.email.toUpperCase());
    expect(await access(ada)).toBe("none");
    expect(await call(ada, "my_seats")).toMatchObject([
      { id: seat, team: "Example team", is_claimed: false },
    ]);
    expect([await claim(ada, seat), await claim(ada, seat)]).toEqual(["claimed", "claimed"]);
    expect(await access(ada)).toBe("active: paid");
    expect(await teamOf(owner, id)).toMatchObject({ bought: 2, given: 1, claimed: 1, free: 1 });
  });

  it("cannot be used by another person, by an unproven account, after it was withdrawn, or when the team has ended", async () => {
    const [owner, ada, mallory] = await threePeople();
    const squatter = await person({ isProven: false });
    const id = await team(owner, 5);
    const seat = await invited(owner, id, ada.email);
    expect(await claim(mallory, seat)).toBe("not_found");
    expect(await call(mallory, "my_seats")).toEqual([]);
    expect(await claim(squatter, await invited(owner, id, squatter.email))).toBe("not_proven");
    expect(await call(squatter, "my_seats")).toEqual([]);
    expect(await claim(mallory, "00000000-0000-4000-8000-000000000000")).toBe("not_found");

    expect(await call(owner, "end_seat", { p_seat: seat })).toBe("done");
    expect(await claim(ada, seat)).toBe("not_found");
    const second = await invited(owner, id, ada.email);
    await query("update public.teams set ended_at = now() where id = $1", [id]);
    expect(await claim(ada, second)).toBe("expired");
    expect(await access(ada)).toBe("none");
  });

  it("uses nothing when the person has the course already, and its outcome says so", async () => {
    const [owner, buyer, student] = await threePeople();
    await teams.backend.enrol(buyer, "professional");
    await teams.backend.enrol(student, "student");
    const id = await team(owner, 2);
    expect(await claim(buyer, await invited(owner, id, buyer.email))).toBe("has_own");
    expect(await claim(student, await invited(owner, id, student.email)), "a lower plan").toBe("claimed");
    expect(await teamOf(owner, id)).toMatchObject({ given: 2, claimed: 1 });
    const { seats } = await seatsOf(owner, id);
    expect(seats.find(({ email }) => email === buyer.email)).toMatchObject({ claimed_at: null, name: null });

    const other = await team(owner, 2);
    expect(await claim(student, await invited(owner, other, student.email)), "another team").toBe("has_own");
  });

  it("does not end with a purchase of one's own, and neither does the purchase with the place", async () => {
    const [owner, ada] = [await person(), await person()];
    const id = await team(owner, 2);
    const seat = await joined(owner, id, ada);
    await teams.backend.enrol(ada, "ngo");
    expect(await access(ada)).toBe("active: paid");
    expect(
      await query("select 1 from public.orders where user_id = $1 and second_purchase_of is not null", [
        ada.id,
      ]),
    ).toEqual([]);
    expect(await call(owner, "end_seat", { p_seat: seat })).toBe("done");
    expect(await access(ada)).toBe("active: paid");
    await teams.backend.refund(ada);
    expect(await access(ada)).toBe("revoked: refunded");
  });

  it("is refused while it is the second of two that one person claims at the same moment", async () => {
    const [owner, other, ada] = await threePeople();
    const [one, two] = [await team(owner, 2), await team(other, 2)];
    const seats = [await invited(owner, one, ada.email), await invited(other, two, ada.email)];
    const outcomes = await Promise.all(seats.map((seat) => claim(ada, seat)));
    expect(outcomes.sort()).toEqual(["claimed", "has_own"]);
  });

  it("serves one person only, however many claim it", async () => {
    const [owner, ada] = [await person(), await person()];
    const id = await team(owner, 2);
    const seat = await invited(owner, id, ada.email);
    // The address moves to another account while the first one claims.
    const [before, after] = [await claim(ada, seat), await person({ email: `moved-${ada.email}` })];
    await query("update auth.users set email = 'old-' || email where id = $1", [ada.id]);
    await query("update auth.users set email = $1 where id = $2", [ada.email, after.id]);
    await teams.prove({ ...after, email: ada.email });
    expect([before, await claim(after, seat)]).toEqual(["claimed", "not_found"]);
    expect(await access(after)).toBe("none");
  });
});

describe("an invitation to a person without an account (S-167)", () => {
  const add = async (email: string) => {
    const hash = `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll("-", "");
    const [link] = await query<{ at: string | null }>("select public.add_address_link($1, $2) as at", [
      email,
      hash,
    ]);
    return { hash, expiresAt: link?.at };
  };
  const begin = async (hash: string) =>
    (
      await query<{ claim: Record<string, unknown> | null }>(
        "select public.begin_address_claim($1) as claim",
        [hash],
      )
    )[0]?.claim;

  it("carries a link that proves the address without a name or an order, and never takes the place by itself", async () => {
    const owner = await person();
    const id = await team(owner, 2);
    const email = `new-${id}@mail.example`;
    expect((await add(email)).expiresAt, "nothing waits for the address").toBeNull();
    const seat = await invited(owner, id, email);
    const { hash, expiresAt } = await add(email.toUpperCase());
    expect(expiresAt).not.toBeNull();
    const asked = {
      outcome: "no_account",
      email: email.toUpperCase(),
      order: { id: seat, first_name: "", last_name: "" },
    };
    // A mail scanner may follow the link first.
    expect([await begin(hash), await begin(hash)]).toEqual([asked, asked]);

    const ada = await person({ isProven: false, email });
    await query(
      "update auth.users set raw_app_meta_data = raw_app_meta_data || jsonb_build_object('made_for_order', $2::text) where id = $1",
      [ada.id, seat],
    );
    expect(await query("select public.finish_address_claim($1, $2) as done", [hash, ada.id])).toEqual([
      { done: true },
    ]);
    expect(await begin(hash), "the link works once").toBeNull();
    const again = await teams.backend.clientFor();
    const { data } = await again.auth.signInWithPassword({ email, password: ada.password });
    const signedIn = { ...ada, client: again };
    expect(data.user?.id).toBe(ada.id);
    expect(await access(ada)).toBe("none");
    expect(await claim(signedIn, seat)).toBe("claimed");
    expect(await access(ada)).toBe("active: paid");
  });

  it("sends another link to an address that asks for one, and to no address without an invitation", async () => {
    const owner = await person();
    const id = await team(owner, 2);
    const email = `ask-${id}@mail.example`;
    const ask = () => query("select public.request_address_link($1, null)", [email]);
    await ask();
    expect(await teams.mails(email)).toEqual([]);
    const seat = await invited(owner, id, email);
    await ask();
    expect(await teams.mails(email)).toEqual(["team_invitation", "team_invitation"]);
    await call(owner, "end_seat", { p_seat: seat });
    await ask();
    expect(await teams.mails(email)).toHaveLength(2);
    expect((await add(email)).expiresAt).toBeNull();
  });
});

describe("the link of a team (S-167)", () => {
  it("gives its last place to one of two people who join at the same moment", async () => {
    const owner = await person();
    const id = await team(owner, 5);
    const key = await link(owner, id, 1);
    const people = [await person(), await person()];
    const outcomes = await Promise.all(people.map((each) => join(each, key)));
    expect(outcomes.sort()).toEqual(["claimed", "full"]);
    expect(await teamOf(owner, id)).toMatchObject({ given: 1, claimed: 1, link: { used: 1, limit: 1 } });
  });

  it("keeps to its limit, its end, the places and the last version", async () => {
    const [owner, ada, eve] = await threePeople();
    const unproven = await person({ isProven: false });
    const id = await team(owner, 2);
    const first = await link(owner, id, 10);
    expect(await join(unproven, first)).toBe("not_proven");
    expect(await link(owner, id, 5), "from a window that does not show it yet").toBe(first);
    await link(owner, id, null);
    const second = await link(owner, id, 10);
    expect(await join(ada, first)).toBe("not_found");
    expect([await join(ada, second), await join(ada, second)]).toEqual(["claimed", "claimed"]);
    expect(await teamOf(owner, id)).toMatchObject({ link: { used: 1 } });
    await invited(owner, id, "one@mail.example");
    expect(await join(eve, second), "every place is given").toBe("full");
    await query("update public.teams set link_ends_at = now() where id = $1", [id]);
    expect(await join(eve, second)).toBe("expired");
    expect(await link(owner, id, null)).toBeNull();
    expect(await join(eve, second)).toBe("not_found");
    for (const [limit, endsAt] of [
      [0, inDays(1)],
      [501, inDays(1)],
      [5, inDays(-1)],
      [5, inDays(400)],
    ] as const)
      await expect(link(owner, id, limit, endsAt)).rejects.toMatchObject({ code: "22023" });
  });

  it("uses an invitation that waits for the person, and tells a visitor the team and whether there is a place", async () => {
    const [owner, ada] = [await person(), await person()];
    const id = await team(owner, 2);
    await invited(owner, id, ada.email);
    const key = await link(owner, id, 1);
    const visitor = await teams.backend.clientFor();
    const ask = async (of: unknown) => (await visitor.rpc("team_of_link", { p_key: of })).data;
    expect(await ask(key)).toEqual({ team: "Example team", tier: "ngo", refusal: null });
    expect(await join(ada, key)).toBe("claimed");
    expect(await teamOf(owner, id)).toMatchObject({ given: 1, link: { used: 0 } });
    await invited(owner, id, "two@mail.example");
    expect(await ask(key)).toMatchObject({ refusal: "full" });
    await query("update public.teams set paused_at = now() where id = $1", [id]);
    expect(await ask(key)).toMatchObject({ refusal: "paused" });
    await query("update public.teams set link_ends_at = now() where id = $1", [id]);
    expect(await ask(key)).toMatchObject({ refusal: "expired" });
    expect(await ask("x")).toBeNull();
  });
});

describe("a person who has left a team (S-168)", () => {
  it("loses the lessons, keeps the notes and the certificate, and cannot come back by the old invitation or the link", async () => {
    const [owner, ada] = [await person(), await person()];
    const id = await team(owner, 2);
    const seat = await joined(owner, id, ada);
    await certify(ada.id);
    const key = await link(owner, id, 5);
    expect(await call(owner, "end_seat", { p_seat: seat })).toBe("done");
    expect(await access(ada)).toBe("revoked: seat_ended");
    expect(await query("select revoked_at from public.certificates where user_id = $1", [ada.id])).toEqual([
      { revoked_at: null },
    ]);
    expect(await teams.mails(ada.email)).toEqual(["team_invitation", "seat_ended"]);
    expect([await claim(ada, seat), await join(ada, key)]).toEqual(["not_found", "removed"]);
    expect(await call(owner, "end_seat", { p_seat: seat })).toBe("ended");

    const { seats } = await seatsOf(owner, id);
    expect(seats).toMatchObject([
      { name: "Ada Obi", lessons: null, last_day: null, certificate_id: expect.any(String) },
    ]);
    expect(await claim(ada, await invited(owner, id, ada.email)), "with a new invitation").toBe("claimed");
    expect(await access(ada)).toBe("active: paid");
  });

  it("may come back by the link if the person left or declined, as the owner did not end it", async () => {
    const [owner, ada] = [await person(), await person()];
    const id = await team(owner, 2);
    const key = await link(owner, id, 5);
    const leave = (seat: string) => call(ada, "leave_team", { p_seat: seat });
    const seat = await invited(owner, id, ada.email);
    expect([await leave(seat), await leave(seat)]).toEqual(["done", "not_found"]);
    expect(await call(ada, "my_seats")).toEqual([]);
    expect(await join(ada, key)).toBe("claimed");
    const [mine] = await call<{ id: string }[]>(ada, "my_seats");
    expect(await leave(mine?.id ?? "")).toBe("done");
    expect(await access(ada)).toBe("revoked: seat_ended");
    expect(await teamOf(owner, id)).toMatchObject({ given: 0, free: 2 });
    expect(await join(ada, key)).toBe("claimed");
  });

  it("is replaced once when the place is moved from two windows at once", async () => {
    const [owner, ada] = [await person(), await person()];
    const id = await team(owner, 2);
    const seat = await joined(owner, id, ada);
    const move = (email: string) => call<string>(owner, "move_seat", { p_seat: seat, p_email: email });
    expect(await move("not an address")).toBe("invalid");
    expect(await move(ada.email.toUpperCase())).toBe("in_team");
    const outcomes = await Promise.all([move("new@mail.example"), move("newer@mail.example")]);
    expect(outcomes.sort()).toEqual(["done", "ended"]);
    expect(await teamOf(owner, id)).toMatchObject({ given: 1, claimed: 0, free: 1 });
    expect(await access(ada)).toBe("revoked: seat_ended");
  });

  it("is paid for by the team only as long as its order counts: a full refund revokes the certificate as well", async () => {
    const [owner, ada, leaver] = await threePeople();
    const id = await team(owner, 2);
    const seat = await joined(owner, id, leaver);
    await certify(leaver.id);
    await call(owner, "end_seat", { p_seat: seat });
    await joined(owner, id, ada);
    await certify(ada.id);
    const [order] = await teams.ordersOf(id);
    await teams.refund(order?.id ?? "", 12_000);
    expect(await access(ada)).toBe("revoked: seat_ended");
    for (const { id: user } of [ada, leaver])
      expect(
        await query("select revoked_reason from public.certificates where user_id = $1", [user]),
      ).toEqual([{ revoked_reason: "refunded" }]);
  });
});

/** A certificate that rests on the orders which give the person the course now. */
async function certify(user: string) {
  await query(
    `with place as (insert into private.certificate_statuses (status_index)
       select coalesce(max(status_index), 0) + 1 from private.certificate_statuses returning status_index)
     insert into public.certificates (user_id, course_id, holder_name, credential, status_index)
     select $1, 'ai-fluency-30-days', 'Ada Obi', 'signed', status_index from place`,
    [user],
  );
  await query(
    "select private.link_certificate(id, user_id, course_id) from public.certificates where user_id = $1",
    [user],
  );
}
