import { describe, expect, it } from "vitest";
import { PLACE_PENCE, withTeams } from "./world.ts";

const teams = withTeams();
const { person, threePeople, team, order, pay, refund, invited, joined, claim, call, link, join } = teams;
const { access, teamOf, query, mails, byInvoice, age, pauseUnpaid } = teams;

/** A team of two by card, with both places taken. */
async function fullTeam(seats = 2) {
  const [owner, ada, ben] = await threePeople();
  const id = await team(owner, seats);
  const places = [await joined(owner, id, ada), await joined(owner, id, ben)] as const;
  const [bought] = await teams.ordersOf(id);
  return { owner, ada, ben, id, places, orderId: bought?.id ?? "" };
}

describe("an order for places (S-170)", () => {
  it("makes the owner of a new team, tells them once that it is ready, and is neither their purchase nor a second one", async () => {
    const owner = await person();
    await teams.backend.enrol(owner, "ngo");
    const id = await team(owner, 2);
    const more = await order(owner, 1, { team: { id } });
    await pay(more?.order_id ?? "", owner);
    expect(await teamOf(owner, id)).toMatchObject({ bought: 3, orders: [{ seats: 2 }, { seats: 1 }] });
    expect(await query("select 1 from public.orders where second_purchase_of is not null")).toEqual([]);
    expect((await mails(owner.email)).sort()).toEqual(["receipt", "receipt", "team_ready"]);
  });

  it("gives its buyer nothing that an order of one's own gives", async () => {
    const owner = await person();
    await team(owner, 2);
    const [has] = await query(
      `select public.has_paid_tier($1, 'ai-fluency-30-days', 'ngo') as tier, public.has_purchased($2, $1) as bought,
         array(select private.paid_up_orders($1, 'ai-fluency-30-days')) as orders`,
      [owner.id, owner.email],
    );
    expect(has).toEqual({ tier: false, bought: false, orders: [] });
    expect(await access(owner)).toBe("none");
  });

  it("is refused for one place at first, a student's price, more than five hundred, a plan and a code", async () => {
    const owner = await person();
    const id = await team(owner, 2);
    await expect(order(owner, 1)).rejects.toMatchObject({ code: "22023" });
    for (const wrong of [
      () => order(owner, 501),
      () => order(owner, 2, { tier: "student" }),
      () => order(owner, 0, { team: { id } }),
    ])
      await expect(wrong()).rejects.toMatchObject({ code: "23514" });
    expect(await order(owner, 1, { team: { id }, tier: "professional" }), "another tier").toBeNull();
    for (const change of ["plan = 'installment'", "discount_code = 'X'", "team_id = null"])
      await expect(
        query(`update public.orders set ${change} where team_id = $1`, [id]),
      ).rejects.toMatchObject({ code: "23514" });
    await expect(order(owner, 2, { team: { name: " \u200B " } })).rejects.toMatchObject({ code: "23514" });
  });

  it("of a guest waits for the owner of the address, who then owns the team", async () => {
    const made = await order(null, 2);
    const guest = await person({ isProven: false, email: `guest-${made?.order_id}@mail.example` });
    await query("update public.orders set email = $1 where id = $2", [guest.email, made?.order_id]);
    await pay(made?.order_id ?? "", guest);
    expect(await mails(guest.email)).toEqual(["claim", "receipt"]);
    expect(await call(guest, "my_teams")).toEqual([]);
    await query("select private.prove_address($1)", [guest.id]);
    expect(await teamOf(guest, made?.team_id ?? "")).toMatchObject({ bought: 2, is_address_proven: true });
    expect(await mails(guest.email)).toContain("team_ready");
    expect(await access(guest)).toBe("none");
  });

  it("puts the team's name into emails only when the owner has proved the address (S-177)", async () => {
    const owner = await person({ isProven: false });
    const id = await team(owner, 2);
    const name = async () =>
      (
        await query<{ name: string | null }>("select public.team_mail_facts($1, null) ->> 'team' as name", [
          id,
        ])
      )[0]?.name;
    expect(await name()).toBeNull();
    await teams.prove(owner);
    expect(await name()).toBe("Example team");
  });
});

describe("a refund of places (S-170)", () => {
  it("takes free places first, pauses nothing, and leaves it to the owner whose place ends", async () => {
    const { owner, ada, ben, id, places, orderId } = await fullTeam(4);
    await invited(owner, id, "third@mail.example");
    await refund(orderId, PLACE_PENCE);
    expect(await teamOf(owner, id)).toMatchObject({ bought: 3, given: 3, free: 0 });
    await refund(orderId, 2 * PLACE_PENCE + PLACE_PENCE / 2);
    expect(await teamOf(owner, id)).toMatchObject({ bought: 2, given: 3, free: -1 });
    expect([await access(ada), await access(ben)]).toEqual(["active: paid", "active: paid"]);
    expect(await call(owner, "move_seat", { p_seat: places[0], p_email: "x@mail.example" })).toBe(
      "no_places",
    );
    expect(await call(owner, "end_seat", { p_seat: places[0] })).toBe("done");
    expect(await teamOf(owner, id)).toMatchObject({ bought: 2, given: 2, free: 0 });
  });

  it("of one of a team of two leaves no place for an invitation that was sent before", async () => {
    const [owner, ada, ben] = await threePeople();
    const id = await team(owner, 2);
    await joined(owner, id, ada);
    const [waiting, key] = [await invited(owner, id, ben.email), await link(owner, id, 5)];
    const [bought] = await teams.ordersOf(id);
    await refund(bought?.id ?? "", PLACE_PENCE);
    expect([await claim(ben, waiting), await join(ben, key)]).toEqual(["full", "full"]);
    expect(await access(ada)).toBe("active: paid");
    await refund(bought?.id ?? "", 2 * PLACE_PENCE);
    expect(await teamOf(owner, id)).toMatchObject({ bought: 0, given: 2, free: -2 });
    expect(await access(ada)).toBe("revoked: seat_ended");
    expect(await teams.mails(ada.email)).toEqual(["team_invitation", "seat_ended"]);

    const more = await order(owner, 2, { team: { id } });
    await pay(more?.order_id ?? "", owner);
    expect(await access(ada), "the team has places again").toBe("active: paid");
    expect(await claim(ben, waiting)).toBe("claimed");
  });

  it.each([
    [3, 10_000, [3333, 3334, 6666, 6667, 9999]],
    [7, 10_001, [1428, 1429, 2857, 2858, 10_000]],
    [500, 123_457, [246, 247, 61_728, 61_729, 123_456]],
    [2, 12_000, [5999, 6000, 11_999]],
  ])(
    "counts %i places for %i pence by whole places, however the amount was rounded",
    async (seats, total, refunds) => {
      const owner = await person();
      const made = await order(owner, seats);
      const id = made?.order_id ?? "";
      await query(
        "update public.orders set total_pence = $2, subtotal_pence = $2, vat_pence = 0 where id = $1",
        [id, total],
      );
      await pay(id, owner);
      for (const pence of refunds) {
        await refund(id, pence);
        // As many places as the amount pays for, when each costs its share rounded down.
        let gone = 0;
        while (Math.floor(((gone + 1) * total) / seats) <= pence) gone++;
        expect(await teamOf(owner, made?.team_id ?? ""), `${pence}`).toMatchObject({ bought: seats - gone });
      }
    },
  );
});

describe("a team that is not paid for (S-171)", () => {
  it("sells no more places while it is paused, and invites nobody again", async () => {
    const owner = await person();
    const { id, orderId, send } = await byInvoice(owner);
    await send();
    const seat = await invited(owner, id, "late@mail.example");
    await age(orderId, 14);
    expect(await pauseUnpaid()).toBe(1);
    await query("update public.team_seats set invited_at = now() - interval '1 hour' where id = $1", [seat]);
    expect(await order(owner, 5, { team: { id } })).toBeNull();
    expect(await call(owner, "resend_invitation", { p_seat: seat })).toBe("no_places");
    expect(await teamOf(owner, id)).toMatchObject({ bought: 3, given: 1, is_short: false });
  });

  it("opens for nobody by one place that is paid, until the owner takes back places or buys those that are missing", async () => {
    const [owner, ada, ben] = await threePeople();
    const { id, provider, send } = await byInvoice(owner);
    await send();
    await joined(owner, id, ada);
    const place = await joined(owner, id, ben);
    await provider({ status: "void" });
    expect([await access(ada), await access(ben)]).toEqual(["revoked: seat_ended", "revoked: seat_ended"]);
    const buy = async () => pay((await order(owner, 1, { team: { id } }))?.order_id ?? "", owner);
    await buy();
    expect([await access(ada), await access(ben)]).toEqual(["paused: seat_paused", "paused: seat_paused"]);
    expect(await teamOf(owner, id)).toMatchObject({ bought: 1, claimed: 2, is_paused: true, is_short: true });
    expect((await mails(owner.email)).filter((kind) => kind === "team_paused")).toHaveLength(1);
    expect(await pauseUnpaid(), "no second email").toBe(0);
    expect(await call(owner, "end_seat", { p_seat: place })).toBe("done");
    expect([await access(ada), await access(ben)]).toEqual(["active: paid", "revoked: seat_ended"]);
    expect(await teamOf(owner, id)).toMatchObject({ is_paused: false, is_short: false });
  });

  it("pauses when a lost dispute leaves fewer places than are used, and opens when they are bought", async () => {
    const { owner, ada, ben, id, orderId } = await fullTeam();
    const buy = async () => pay((await order(owner, 1, { team: { id } }))?.order_id ?? "", owner);
    await buy();
    await query("select public.record_dispute($1, $2, 'lost')", [`pi_${orderId}`, `dp_${orderId}`]);
    expect([await access(ada), await access(ben)]).toEqual(["paused: seat_paused", "paused: seat_paused"]);
    await buy();
    expect([await access(ada), await access(ben)]).toEqual(["active: paid", "active: paid"]);
  });

  it("is not paused by the full refund of one of two orders, which leaves the choice to the owner", async () => {
    const { owner, ada, id, orderId } = await fullTeam();
    await pay((await order(owner, 1, { team: { id } }))?.order_id ?? "", owner);
    await refund(orderId, 2 * PLACE_PENCE);
    expect(await teamOf(owner, id)).toMatchObject({
      bought: 1,
      claimed: 2,
      is_paused: false,
      is_short: false,
    });
    expect(await access(ada)).toBe("active: paid");
  });

  it("that has ended tells nobody of a pause", async () => {
    const { owner, ada, id, orderId } = await fullTeam();
    await pay((await order(owner, 1, { team: { id } }))?.order_id ?? "", owner);
    await query("update public.teams set ended_at = now() where id = $1", [id]);
    await query("select public.record_dispute($1, $2, 'lost')", [`pi_${orderId}`, `dp_${orderId}`]);
    expect(await mails(owner.email)).not.toContain("team_paused");
    expect(await access(ada)).toBe("revoked: seat_ended");
  });

  it("thanks nobody who was handed it", async () => {
    const { owner, ada, id, places, orderId } = await fullTeam();
    expect(await call(owner, "hand_over_team", { p_team: id, p_seat: places[0] })).toBe("done");
    for (const status of ["open", "won"])
      await query("select public.record_dispute($1, $2, $3)", [`pi_${orderId}`, `dp_${orderId}`, status]);
    await query("delete from auth.users where id = $1", [owner.id]);
    expect((await mails(ada.email)).sort()).toEqual(["team_handed_over", "team_invitation"]);
  });

  it("is paused when a dispute is open for 14 days, with one email to each, and opens when it is won", async () => {
    const { owner, ada, ben, id, orderId } = await fullTeam();
    const dispute = (status: string) =>
      query("select public.record_dispute($1, $2, $3)", [`pi_${orderId}`, `dp_${orderId}`, status]);
    await dispute("open");
    expect([await pauseUnpaid(), await access(ada)]).toEqual([0, "active: paid"]);
    await query(
      "update private.order_disputes set opened_at = now() - interval '14 days' where order_id = $1",
      [orderId],
    );
    expect([await pauseUnpaid(), await pauseUnpaid()]).toEqual([1, 0]);
    expect([await access(ada), await access(ben)]).toEqual(["paused: seat_paused", "paused: seat_paused"]);
    expect(await teamOf(owner, id)).toMatchObject({ is_paused: true, free: 0 });
    expect(await mails(ada.email)).toEqual(["team_invitation", "seat_paused"]);
    expect((await mails(owner.email)).filter((kind) => kind === "team_paused")).toHaveLength(1);
    await dispute("won");
    expect([await access(ada), await pauseUnpaid()]).toEqual(["active: paid", 0]);
    expect(await teamOf(owner, id)).toMatchObject({ is_paused: false });
  });

  it("loses its places with a dispute that is lost", async () => {
    const { ada, orderId } = await fullTeam();
    await query("select public.record_dispute($1, $2, 'lost')", [`pi_${orderId}`, `dp_${orderId}`]);
    expect(await access(ada)).toBe("revoked: seat_ended");
  });

  it("works from the moment its invoice is sent, pauses when it is late, and opens with a late payment", async () => {
    const [owner, ada, ben] = await threePeople();
    const { id, orderId, provider, send } = await byInvoice(owner);
    expect(await call(owner, "my_teams"), "before the invoice is sent").toEqual([]);
    await send();
    expect(await teamOf(owner, id)).toMatchObject({ bought: 3 });
    expect(await mails(owner.email)).toEqual(["team_ready"]);
    await joined(owner, id, ada);
    const waiting = await invited(owner, id, ben.email);
    const [unpaid] = await query<{ orders: string[] }>(
      "select array(select private.paid_up_orders($1, 'ai-fluency-30-days')) as orders",
      [ada.id],
    );
    expect(unpaid?.orders, "no certificate before the payment").toEqual([]);

    await age(orderId, 13);
    expect(await pauseUnpaid()).toBe(0);
    await age(orderId, 1);
    expect(await pauseUnpaid()).toBe(1);
    expect([await access(ada), await claim(ben, waiting)]).toEqual(["paused: seat_paused", "paused"]);

    await provider({ status: "paid", paid_pence: 18_000 });
    await pay(orderId, owner);
    expect([await access(ada), await claim(ben, waiting)]).toEqual(["active: paid", "claimed"]);
    expect(await mails(ada.email)).toEqual(["team_invitation", "seat_paused"]);
  });

  it("has no places after its invoice was voided, and none by an order that was never paid", async () => {
    const [owner, ada] = [await person(), await person()];
    const { id, provider, send } = await byInvoice(owner);
    await send();
    await joined(owner, id, ada);
    await provider({ status: "void" });
    expect(await teamOf(owner, id)).toMatchObject({ bought: 0, free: -1 });
    expect(await access(ada)).toBe("revoked: seat_ended");
    const abandoned = await order(owner, 5, { team: { id } });
    for (const status of ["open", "expired"]) {
      await query("update public.orders set status = $1 where id = $2", [status, abandoned?.order_id]);
      expect(await teamOf(owner, id)).toMatchObject({ bought: 0, orders: [] });
    }
  });
});
