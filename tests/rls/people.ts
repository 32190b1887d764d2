import type { SupabaseClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import { COURSE_ID } from "../../src/domain/ids.ts";
import { publishLesson } from "../support/lessons.ts";
import {
  achievementRow,
  attemptRow,
  capstoneRow,
  fieldRow,
  noteRow,
  progressRow,
  push,
} from "../support/sentRows.ts";
import type { Learner, TestBackend } from "../support/server/backend.ts";

/** The actors, in the order of the columns of matrix.ts. */
export const ACTORS = [
  "anonymous",
  "stranger",
  "otherTier",
  "owner",
  "expired",
  "aal1",
  "temporary",
  "aal2",
  "service",
] as const;
export type Actor = (typeof ACTORS)[number];

/**
 * The owners of rows. The stranger only has an account. The learner with a second factor is two actors, with a session
 * that has passed the factor and with one that has not. The guest has signed in with the temporary password and has not
 * changed it.
 */
const PEOPLE = ["stranger", "otherTier", "owner", "expired", "guest", "secured"] as const;
export type Person = (typeof PEOPLE)[number];

/** With different tiers, so that a row identifies its owner in a view without ids. */
const LEARNERS = [
  ["otherTier", "professional"],
  ["owner", "student"],
  ["expired", "student"],
  ["guest", "student"],
  ["secured", "ngo"],
] as const;

export const personOf = (actor: Actor): Person | null => {
  if (actor === "anonymous" || actor === "service") return null;
  if (actor === "temporary") return "guest";
  return actor === "aal1" || actor === "aal2" ? "secured" : actor;
};
export const roleOf = (actor: Actor) =>
  actor === "anonymous" ? "anon" : actor === "service" ? "service_role" : "authenticated";
/** Whose rows an actor tries to access: their own, or the owner's. */
export const targetOf = (actor: Actor): Person => {
  const person = personOf(actor);
  return person === "expired" || person === "secured" || person === "guest" ? person : "owner";
};

export type Cast = { ids: Record<Person, string>; clients: Record<Actor, SupabaseClient> };

/** Signs up every person and gives each learner a row in every table. */
export async function gather(backend: TestBackend): Promise<Cast> {
  await publishLesson(backend, "1");
  await publishLesson(backend, "2");
  const signUp = () => backend.signUp();
  const [stranger, otherTier, owner, expired, guest, secured] = [
    await signUp(),
    await signUp(),
    await signUp(),
    await signUp(),
    await signUp(),
    await signUp(),
  ];
  const learners: Record<Person, Learner> = { stranger, otherTier, owner, expired, guest, secured };
  const [aal2, aal1] = [await backend.clientFor(secured), await backend.clientFor()];
  // Verifying the factor ended the earlier aal1 sessions. This one signs in with the password only.
  await passFactor(aal2);
  const { error } = await aal1.auth.signInWithPassword(secured);
  if (error) throw error;
  const clients = {
    anonymous: await backend.clientFor(),
    stranger: await backend.clientFor(stranger),
    otherTier: await backend.clientFor(otherTier),
    owner: await backend.clientFor(owner),
    expired: await backend.clientFor(expired),
    aal1,
    temporary: await backend.clientFor(guest),
    aal2,
    service: backend.service(),
  };
  for (const [index, [person, tier]] of LEARNERS.entries()) {
    await buy(backend, learners[person], tier, index);
    await push(clientOf(clients, person), [
      progressRow("1"),
      attemptRow("1"),
      achievementRow("first_lesson"),
      fieldRow("l01-start", "Mine"),
      noteRow("1", `Note of ${person}`),
      capstoneRow(),
    ]);
  }
  await backend.query(
    `insert into public.capstone_reviews
       (hand_in_id, user_id, scores, comments, overall, has_sources, has_diligence)
     select id, user_id, '{3,3,3,3,3}', '{a,b,c,d,e}', 'Well reasoned.', true, true from public.capstone_hand_ins`,
  );
  await backend.refund(expired);
  await backend.query("update public.orders set status = 'paused' where user_id = $1", [guest.id]);
  await backend.requirePasswordChange(guest);
  await backend.query("select private.record_staff_action(null, 'tested', 'account', 'a', '', '{}')");
  await backend.query("insert into public.rate_limits values ('matrix', now(), 1)");
  await backend.query(
    `with team as (insert into public.teams (name, tier, owner_id) values ('A team', 'ngo', $1) returning id)
     insert into public.team_seats (team_id, email) select id, 'ada@example.com' from team`,
    [owner.id],
  );
  await backend.query("insert into public.stripe_events (id, type) values ('evt_1', 'ping')");
  await backend.query(
    `insert into public.contact_messages (name, email, subject, message)
     values ('Ada', 'ada@example.com', 'Hello', 'A question.')`,
  );
  const idOf = (person: Person) => learners[person].id;
  const ids = Object.fromEntries(PEOPLE.map((person) => [person, idOf(person)]));
  return { ids: ids as Record<Person, string>, clients };
}

function clientOf(clients: Cast["clients"], person: Exclude<Person, "stranger">): SupabaseClient {
  if (person === "secured") return clients.aal2;
  return person === "guest" ? clients.temporary : clients[person];
}

export async function passFactor(client: SupabaseClient): Promise<void> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp" });
  if (error) throw error;
  const code = new TOTP({ secret: data.totp.secret }).generate();
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  if (verified.error) throw verified.error;
}

/** Stores a paid order and its related rows, as the server would. */
async function buy(backend: TestBackend, { id, email }: Learner, tier: string, index: number): Promise<void> {
  const hash = String(index).repeat(64);
  const [order] = await backend.query<{ id: string }>(
    `insert into public.orders (tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email, first_name,
       last_name, claim_token_hash, user_id)
     values ($1, 'full', 'price_1', 5000, 1000, 6000, $2, 'Ada', 'Obi', $3, $4) returning id`,
    [tier, email, hash, id],
  );
  const bought = order?.id;
  await backend.query("update public.orders set status = 'paid', paid_at = now() where id = $1", [bought]);
  await backend.query(
    "insert into public.order_payments (order_id, number, amount_pence, due_at) values ($1, 1, 6000, now())",
    [bought],
  );
  await backend.query(
    "insert into public.order_invoices (order_id, days_until_due, billing) values ($1, 30, '{}')",
    [bought],
  );
  await backend.query(
    `insert into public.credit_notes (id, refund_id, payment_id, number, amount_pence, vat_pence, created_at)
     select 'cn_' || number || order_id, 're_' || order_id, id, 'CN-1', 600, 100, now()
     from public.order_payments where order_id = $1`,
    [bought],
  );
  await backend.query(
    `insert into public.student_ids (ref_hash, path, content_type, bytes, university, order_id)
     values ($1, $2, 'image/png', 10, 'Leeds', $3)`,
    [hash, `card-${index}`, bought],
  );
  await backend.query(
    "insert into public.mail_queue (kind, dedupe_key, recipient, order_id) values ('welcome', $1, $2, $3)",
    [`matrix:${index}`, email, bought],
  );
  await backend.query("insert into private.certificate_statuses (status_index) values ($1)", [index]);
  await backend.query(
    `insert into public.certificates (user_id, course_id, holder_name, credential, status_index)
     values ($1, $2, 'Ada Obi', 'signed', $3)`,
    [id, COURSE_ID, index],
  );
  await backend.query("insert into public.recovery_codes (user_id, code_hash) values ($1, $2)", [id, hash]);
  await backend.query("insert into public.deletion_requests (user_id, keeps_certificate) values ($1, true)", [
    id,
  ]);
}
