import { beforeAll, describe, expect, it } from "vitest";
import { seatsSchema, teamPageSchema, teamsSchema } from "../../src/features/staff/teams/teamSchemas.ts";
import { fieldRow, noteRow, push } from "../support/sentRows.ts";
import { type Person, withTeams } from "../teams/world.ts";
import { type Member, recordOf, signUpMember } from "./people.ts";

const teams = withTeams();
const { person, team, byInvoice, age, pauseUnpaid, invited, joined, access, mails } = teams;
const { query, ordersOf, refund } = teams;
let staff: Member;
let colleague: Member;
beforeAll(async () => {
  staff = await signUpMember(teams.backend, "staff");
  colleague = await signUpMember(teams.backend, "staff");
});

async function ask<T>(name: string, args: object, by = staff): Promise<T> {
  const { data, error } = await by.client.rpc(name, args);
  if (error) throw error;
  return data as T;
}
const why = "Asked in writing";
const pageOf = async (id: string) => {
  const page = teamPageSchema.parse(await ask("staff_team", { p_id: id }));
  if (!page) throw new Error("no team has this id");
  return page;
};
const LIST = { p_search: "", p_filter: "", p_before: null, p_limit: 50 };
const found = async (search: string, filter = "") => {
  const reply = await ask("staff_teams", { ...LIST, p_search: search, p_filter: filter });
  return teamsSchema.parse(reply).rows.map(({ id }) => id);
};
const seatsOf = async (id: string, change: object = {}) =>
  seatsSchema.parse(await ask("staff_team_seats", { ...LIST, p_team: id, ...change }));
const actsOn = async (id: string) => (await recordOf(teams.backend, id)).map(({ action }) => action);
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const extend = (id: string, days: number, seen: string | null = null, by = staff, reason = why) =>
  ask<boolean>(
    "staff_extend_team",
    { p_team: id, p_until: dayFromNow(days), p_seen_until: seen, p_reason: reason },
    by,
  );
const handOver = (id: string, email: string, seen: string | null, by = staff) =>
  ask<boolean>("staff_hand_over_team", { p_team: id, p_email: email, p_seen_owner: seen, p_reason: why }, by);
const act = (name: string, id: string, reason = why) =>
  ask<boolean>(name, { [name === "staff_end_seat" ? "p_seat" : "p_team"]: id, p_reason: reason });

/** A team with one learner and one invitation. */
async function withLearner(seats = 3) {
  const [owner, ada] = [await person(), await person()];
  const id = await team(owner, seats);
  const seat = await joined(owner, id, ada);
  const open = await invited(owner, id, `${crypto.randomUUID()}@mail.example`);
  return { owner, ada, id, seat, open };
}

/** A team with one learner, whose invoice became due so many days ago. */
async function invoiced(daysAgo: number) {
  const [owner, ada] = [await person(), await person()];
  const { id, orderId, send } = await byInvoice(owner);
  await send();
  await joined(owner, id, ada);
  await age(orderId, daysAgo + 14);
  await pauseUnpaid();
  return { owner, ada, id, orderId };
}

describe("S-185: staff looking for a team", () => {
  it("find it by the start of its name or of the address of its owner or buyer, or by its id", async () => {
    const [buyer, owner] = [await person(), await person()];
    const id = await team(buyer, 2);
    await query("update public.teams set name = 'Zoë 100%_Team', owner_id = $2 where id = $1", [
      id,
      owner.id,
    ]);
    for (const search of [
      "zoe\u0308 100%_",
      "ZOË",
      buyer.email,
      owner.email.slice(0, 20),
      id,
      id.toUpperCase(),
    ])
      expect(await found(search), search).toEqual([id]);
    for (const search of ["100%", "%", "\\", "nobody@mail.example", crypto.randomUUID()])
      expect(await found(search), search).toEqual([]);
  });

  it("find those in which someone has to pay or to choose, and see how many there are", async () => {
    const before = (await ask<{ teams: number }>("staff_waiting", {})).teams;
    const { owner, id } = await withLearner(2);
    const late = await invoiced(1);
    const [bought] = await ordersOf(id);
    expect(await found(owner.email, "attention")).toEqual([]);
    await refund(bought?.id ?? "", 6000);
    expect(await found(owner.email, "attention")).toEqual([id]);
    expect(await found(late.owner.email, "attention")).toEqual([late.id]);
    expect(await ask("staff_waiting", {})).toMatchObject({ teams: before + 2 });
    // Without any places, nobody has to choose.
    await refund(bought?.id ?? "", 12000);
    expect(await found(owner.email, "attention")).toEqual([]);
  });
});

describe("S-185: the page of a team", () => {
  it("shows owner, places, orders with their invoices, the time of a pause and every person", async () => {
    const { owner, ada, id, orderId } = await invoiced(-3);
    const page = await pageOf(id);
    expect(page).toMatchObject({
      owner: { id: owner.id, email: owner.email, is_proven: true },
      ...{ tier: "ngo", bought: 3, given: 1, claimed: 1, paused_at: null, ended_at: null, link: null },
      orders: [{ id: orderId, status: "invoiced", seats: 3, total_pence: 18_000 }],
      acts: [],
    });
    expect(page.pauses_at?.slice(0, 10)).toBe(dayFromNow(3));
    expect((await seatsOf(id)).rows).toMatchObject([{ email: ada.email, user_id: ada.id, name: "Ada Obi" }]);
    expect(await ask("staff_order", { p_id: orderId })).toMatchObject({
      order: { seats: 3 },
      team: { id, name: "Example team" },
      refusals: { end: "not_paid" },
    });
    expect(await ask("staff_learner", { p_id: ada.id })).toMatchObject({ teams: [{ id, role: "place" }] });
    expect(await ask("staff_team", { p_id: crypto.randomUUID() })).toBeNull();
  });

  it("never contains what a learner wrote", async () => {
    const { ada, id } = await withLearner();
    const secret = "my-private-words";
    await push(ada.client, [fieldRow("l01-start", secret), noteRow("1", secret)]);
    expect(JSON.stringify([await pageOf(id), await seatsOf(id)])).not.toContain(secret);
  });

  it("lists its people page by page, open places by address and then those that ended", async () => {
    const { owner, id, open } = await withLearner(20);
    for (let nth = 0; nth < 6; nth += 1) await invited(owner, id, `p${nth}@s.example`);
    await act("staff_end_seat", open);
    const seen: string[] = [];
    for (let before: string | null = null; ; ) {
      const { rows, next } = await seatsOf(id, { p_before: before, p_limit: 3 });
      seen.push(...rows.map((each) => each.id));
      if (next === null) break;
      before = next;
    }
    expect(seen).toEqual((await seatsOf(id)).rows.map((each) => each.id));
    expect(new Set(seen).size).toBe(8);
    expect(seen.at(-1)).toBe(open);
    const ended = await seatsOf(id, { p_filter: "ended" });
    expect(ended.rows).toMatchObject([{ id: open, end_reason: "withdrawn" }]);
    expect((await seatsOf(id, { p_search: "P3@s" })).rows).toMatchObject([{ email: "p3@s.example" }]);
    await expect(seatsOf(id, { p_before: "nonsense" })).rejects.toMatchObject({ code: "22P02" });
  });
});

describe("S-187: what staff do for a team", () => {
  it("is a longer time to pay, which opens a paused team until that day, once", async () => {
    const { ada, id } = await invoiced(1);
    expect(await access(ada)).toBe("paused: seat_paused");
    const both = await Promise.allSettled([extend(id, 20), extend(id, 40, null, colleague)]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await access(ada)).toBe("active: paid");
    const { extended_until: until, pauses_at, paused_at } = await pageOf(id);
    expect({ pauses_at, paused_at }).toEqual({ pauses_at: until, paused_at: null });
    const days = until?.slice(0, 10) === dayFromNow(20) ? 20 : 40;
    expect(await extend(id, days)).toBe(false);
    expect(await actsOn(id)).toEqual(["team_extended"]);
    await pauseUnpaid();
    expect(await access(ada)).toBe("active: paid");

    await query("update public.teams set extended_until = now() where id = $1", [id]);
    await pauseUnpaid();
    expect(await access(ada)).toBe("paused: seat_paused");
    expect((await mails(ada.email)).filter((kind) => kind === "seat_paused")).toHaveLength(2);
  });

  it("needs a reason, a day within ninety, what the screen showed, and a payment that is missing", async () => {
    const { id } = await invoiced(1);
    const message = (text: RegExp) => ({ message: expect.stringMatching(text), code: "P0001" });
    await expect(extend(id, 20, null, staff, " ")).rejects.toMatchObject(message(/give a reason/));
    for (const days of [-1, 92])
      await expect(extend(id, days)).rejects.toMatchObject(message(/next 90 days/));
    await expect(extend(id, 20, "2026-01-01T00:00:00Z")).rejects.toMatchObject(message(/Someone else/));
    await expect(extend(crypto.randomUUID(), 20)).rejects.toMatchObject(message(/no team with this id/));
    const paid = await team(await person(), 2);
    await expect(extend(paid, 20)).rejects.toMatchObject(message(/nothing to extend/));
    expect([await actsOn(id), await actsOn(paid)]).toEqual([[], []]);
  });

  it("is the end of all places, with one email to each learner, which can be taken back", async () => {
    const { owner, ada, id, open } = await withLearner();
    expect([await act("staff_end_team", id), await act("staff_end_team", id)]).toEqual([true, false]);
    expect(await access(ada)).toBe("revoked: seat_ended");
    expect((await mails(ada.email)).filter((kind) => kind === "seat_ended")).toHaveLength(1);
    await expect(invited(owner, id, "new@mail.example")).rejects.toThrow();
    expect(await found(owner.email, "ended")).toEqual([id]);
    expect([await act("staff_reopen_team", id), await act("staff_reopen_team", id)]).toEqual([true, false]);
    expect(await access(ada)).toBe("active: paid");
    expect((await seatsOf(id, { p_filter: "invited" })).rows).toMatchObject([{ id: open }]);
    await act("staff_end_team", id);
    expect((await mails(ada.email)).filter((kind) => kind === "seat_ended")).toHaveLength(2);
    expect(await actsOn(id)).toEqual(["team_ended", "team_reopened", "team_ended"]);
  });

  it("is to take back the end of a team, whose invoice has become due meanwhile", async () => {
    const { owner, ada, id, orderId } = await invoiced(-3);
    await act("staff_end_team", id);
    await age(orderId, 4);
    await pauseUnpaid();
    expect(await mails(owner.email)).not.toContain("team_paused");
    await act("staff_reopen_team", id);
    expect(await access(ada)).toBe("paused: seat_paused");
  });

  it("is the removal of one person, as the owner could do it, and of an invitation", async () => {
    const { ada, id, seat, open } = await withLearner();
    for (const each of [seat, open])
      expect([await act("staff_end_seat", each), await act("staff_end_seat", each)]).toEqual([true, false]);
    expect(await access(ada)).toBe("revoked: seat_ended");
    expect((await mails(ada.email)).filter((kind) => kind === "seat_ended")).toHaveLength(1);
    const record = await recordOf(teams.backend, id);
    expect(record.map(({ details }) => details)).toEqual([{ seat }, { seat: open }]);
    await expect(act("staff_end_seat", crypto.randomUUID())).rejects.toThrow("no team with this id");
  });

  it("is a new owner with a proven address, also of a team that has none, and both are notified", async () => {
    const { owner, id } = await withLearner();
    const [next, unproven] = [await person(), await person({ isProven: false })];
    for (const email of [unproven.email, "nobody@mail.example", "", "%"])
      await expect(handOver(id, email, owner.id)).rejects.toThrow(/has confirmed it/);
    await expect(handOver(id, next.email, staff.id)).rejects.toThrow(/another owner/);
    expect(await handOver(id, next.email.toUpperCase(), owner.id)).toBe(true);
    expect(await handOver(id, next.email, owner.id)).toBe(false);
    expect(await mails(next.email)).toEqual(["team_handed_over"]);
    expect(await mails(owner.email)).toContain("team_handed_over");
    const lists = (who: Person) => teams.teamOf(who, id);
    expect([await lists(owner), (await lists(next))?.id]).toEqual([undefined, id]);

    await query("update public.teams set owner_id = null where id = $1", [id]);
    expect(await handOver(id, owner.email, null)).toBe(true);
    expect(await actsOn(id)).toEqual(["team_handed_over", "team_handed_over"]);
    const { rows } = await ask<{ rows: { about: string }[] }>("staff_log", {
      ...LIST,
      p_search: owner.email,
    });
    expect(rows.map(({ about }) => about)).toEqual(["Example team", "Example team"]);
  });
});
