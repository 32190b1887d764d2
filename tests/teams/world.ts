import type { SupabaseClient } from "@supabase/supabase-js";
import { expect } from "vitest";
import { COURSE_ID } from "../../src/domain/ids.ts";
import type { Invited, Seat, Team } from "../../src/platform/account/teams.ts";
import { type Learner, type TestBackend, withBackend } from "../support/server/backend.ts";

export type Person = Learner & { client: SupabaseClient };
type Caller = Pick<Person, "client">;
/** The net price of a place. */
export const PLACE_PENCE = 6000;

/** People, teams and what they do, in one backend for the tests of a file. */
export function withTeams() {
  const backend = withBackend();
  const { query } = backend;

  const prove = ({ id, email }: Learner) =>
    query(
      `insert into private.proven_addresses (user_id, email_key) values ($1, private.email_key($2))
       on conflict (user_id) do update set email_key = excluded.email_key`,
      [id, email],
    );
  /** A new account, with a proven address unless the test says otherwise. */
  async function person({ isProven = true, email = "" } = {}): Promise<Person> {
    const learner = await backend.signUp();
    const mine = { ...learner, email: email || learner.email, client: await backend.clientFor(learner) };
    if (email) await query("update auth.users set email = $1 where id = $2", [email, learner.id]);
    if (isProven) await prove(mine);
    return mine;
  }
  const threePeople = async () => [await person(), await person(), await person()] as const;

  /** Stores an order for places, as functions/buy-team does. Resolves to null for another person's team. */
  async function order(
    buyer: Learner | null,
    seats: number,
    { team = {}, tier = "ngo", invoice = null }: Record<string, unknown> = {},
  ): Promise<{ order_id: string; team_id: string } | null> {
    const asked = {
      ...{ course_id: COURSE_ID, tier, plan: "full", price_id: "price_1", discount_pence: 0 },
      ...{ subtotal_pence: (seats * PLACE_PENCE * 5) / 6, vat_pence: (seats * PLACE_PENCE) / 6 },
      ...{ total_pence: seats * PLACE_PENCE, email: buyer?.email ?? "guest@mail.example" },
      ...{ first_name: "Ada", last_name: "Obi", phone: "", country: "GB", organization: "Example Ltd" },
      ...{ user_id: buyer?.id ?? null, claim_token_hash: "0".repeat(64), terms_accepted: true },
    };
    const { data, error } = await backend.service().rpc("create_team_order", {
      p_order: asked,
      p_team: { name: "Example team", ...(team as object), seats },
      p_invoice: invoice,
    });
    if (error) throw error;
    return "refused" in data ? null : data;
  }

  /** A card payment that arrives. */
  async function pay(id: string, owner: Learner): Promise<void> {
    await query("select public.record_order_payment($1, $2, $3, $4, null)", [
      id,
      `cs_${id}`,
      owner.id,
      `pi_${id}`,
    ]);
  }
  const refund = (id: string, pence: number) =>
    query("select public.record_refund($1, $2)", [`pi_${id}`, pence]);

  /** A team whose places are paid for. */
  async function team(owner: Learner, seats: number, tier = "ngo"): Promise<string> {
    const made = await order(owner, seats, { tier });
    if (!made) throw new Error("the owner has no such team");
    await pay(made.order_id, owner);
    return made.team_id;
  }
  const ordersOf = (teamId: string) =>
    query<{ id: string; status: string; seats: number }>(
      "select id, status, seats from public.orders where team_id = $1 order by created_at",
      [teamId],
    );

  /** A team of three by invoice, which has not been sent. */
  async function byInvoice(owner: Learner) {
    const made = await order(owner, 3, {
      invoice: { days_until_due: 14, billing: { line1: "1 High Street" } },
    });
    if (!made) throw new Error("no order");
    /** What the provider reports of the invoice. */
    const provider = (change: object) =>
      query("select public.record_invoice($1, $2)", [
        made.order_id,
        { invoice_id: `in_${made.order_id}`, ...change },
      ]);
    const send = () => provider({ status: "open", due_at: inDays(14), sent_at: new Date() });
    return { id: made.team_id, orderId: made.order_id, provider, send };
  }
  /** How many teams the job pauses. */
  const pauseUnpaid = async () =>
    (await query<{ paused: number }>("select public.pause_unpaid_teams() as paused"))[0]?.paused;

  return {
    ...{
      backend,
      query,
      prove,
      person,
      threePeople,
      order,
      pay,
      refund,
      team,
      ordersOf,
      byInvoice,
      pauseUnpaid,
    },
    ...teamActs({ backend }),
  };
}

/** What owners and learners do, by their own clients. */
export function teamActs(world: { backend: Pick<TestBackend, "query"> }) {
  const query: TestBackend["query"] = (sql, params) => world.backend.query(sql, params);
  async function call<T>({ client }: Caller, name: string, args: object = {}): Promise<T> {
    const { data, error } = await client.rpc(name, args);
    if (error) throw error;
    return data as T;
  }
  const claim = (who: Caller, id: string) => call<string>(who, "claim_seat", { p_seat: id });
  const seatsOf = (owner: Caller, team: string) =>
    call<{ seats: Seat[]; next: string | null }>(owner, "team_seats_page", { p_team: team, p_limit: 500 });
  /** Newest first. */
  const teamsOf = (owner: Caller) => call<Team[]>(owner, "my_teams");
  const teamOf = async (owner: Caller, id: string) => (await teamsOf(owner)).find((each) => each.id === id);
  const invite = (owner: Caller, team: string, emails: (string | null)[], send = true) =>
    call<Invited>(owner, "invite_to_team", { p_team: team, p_emails: emails, p_send: send });
  /** Invites a person and returns the id of the invitation. */
  async function invited(owner: Caller, team: string, email: string): Promise<string> {
    expect(await invite(owner, team, [email])).toMatchObject({ invited: [email], missing: 0 });
    const { seats } = await seatsOf(owner, team);
    return seats.find((each) => each.email === email && !each.ended_at)?.id ?? "";
  }
  /** A person who takes a place. */
  async function joined(owner: Caller, team: string, who: Person): Promise<string> {
    const id = await invited(owner, team, who.email);
    expect(await claim(who, id)).toBe("claimed");
    return id;
  }
  const link = (owner: Caller, team: string, limit: number | null, endsAt = inDays(7)) =>
    call<string | null>(owner, "set_team_link", { p_team: team, p_limit: limit, p_ends_at: endsAt });
  const join = (who: Caller, key: string | null) => call<string>(who, "join_team", { p_key: key });
  /** The learner's enrolment in words, such as `active: paid`. */
  async function access({ id }: Learner): Promise<string> {
    const [row] = await query<{ access: string }>(
      "select status || ': ' || reason as access from public.course_enrollments where user_id = $1",
      [id],
    );
    return row?.access ?? "none";
  }
  const mails = async (email: string) =>
    (
      await query<{ kind: string }>(
        "select kind from public.mail_queue where recipient = $1 order by created_at, kind",
        [email],
      )
    ).map(({ kind }) => kind);
  /** As if an invoice had been sent, and were due, so many days earlier. */
  const age = (orderId: string, days: number) =>
    query(
      `update public.order_invoices set sent_at = sent_at - make_interval(days => $2),
         due_at = due_at - make_interval(days => $2) where order_id = $1`,
      [orderId, days],
    );
  const acts = { call, claim, seatsOf, teamsOf, teamOf, invite, invited, joined, link, join };
  return { ...acts, access, mails, age };
}

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
