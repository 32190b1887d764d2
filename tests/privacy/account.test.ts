import { createECDH } from "node:crypto";
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { settleBackground } from "../../functions/_shared/background.ts";
import { LESSON_IDS } from "../../src/domain/ids.ts";
import { exportReplySchema } from "../../src/domain/privacy.ts";
import { KINDS } from "../../src/entities/registry.ts";
import { completeLessons, issue, type Learner, signUp, verify } from "../certificate/learners.ts";
import { chargesOf, expectStatus, startPlan } from "../commerce/plans.ts";
import {
  newEmail,
  openCheckout,
  professionalPayload,
  studentPayload,
  uploadStudentId,
} from "../commerce/shop.ts";
import { eventually } from "../support/eventually.ts";
import { oneOfEach } from "../support/kindSamples.ts";
import { publishLesson } from "../support/lessons.ts";
import { fieldRow, noteRow, outcomes } from "../support/sentRows.ts";
import { withAcademy } from "../support/server/academy.ts";
import { payOnHostedPage } from "../support/server/hostedPage.ts";
import { DECISIONS } from "./tables.ts";

const academy = withAcademy();
beforeAll(async () => {
  for (const lessonId of ["1", "2"] as const)
    await publishLesson({ service: () => academy.client(academy.secretKey) }, lessonId);
});

const query = <T = Record<string, unknown>>(sql: string, params: unknown[] = []) =>
  academy.backend.query<T>(sql, params);
const asPerson = ({ token }: Learner) => ({ authorization: `Bearer ${token}` });
const runJob = (name: string) => academy.call(name, {}, { apikey: academy.secretKey });
const mailsTo = (email: string, subject: RegExp) =>
  academy.mails().filter((mail) => mail.to === email && subject.test(mail.subject));

/** Signs in with the emailed temporary password and changes it, as required. */
async function signInByMail(email: string): Promise<Learner> {
  const mail = await eventually(() => {
    const [found] = mailsTo(email, /sign-in details/);
    if (!found) throw new Error("no credentials email yet");
    return found;
  });
  const password = /^Temporary password: (.+)$/m.exec(mail.text)?.[1] ?? "";
  const client = academy.client();
  const { data, error } = await client.auth.signInWithPassword({ email, password });
  const changed = await client.auth.updateUser({ password: "a password of my own" });
  if (error) throw error;
  if (changed.error) throw changed.error;
  return { id: data.user.id, email, token: data.session.access_token };
}

/** A student who bought as a guest and has a row in every table. */
async function wholeStory(name: string): Promise<Learner & { certificateId: string }> {
  const email = newEmail();
  const { url, sessionId } = await openCheckout(academy, await studentPayload(academy, email));
  await payOnHostedPage(url);
  await academy.call("verify-guest-payment", { sessionId });
  const learner = await signInByMail(email);
  const client = academy.client();
  await client.auth.setSession({ access_token: learner.token, refresh_token: "unused" });
  const later = "2026-04-01T09:00:00.000Z";
  const rows = [...oneOfEach(), fieldRow("l03-prompt", "My own words", later), noteRow("1", "My own note")];
  expect(await outcomes(client, rows)).toEqual(rows.map(() => "ok"));
  await query(
    `insert into public.capstone_reviews
       (hand_in_id, user_id, scores, comments, overall, has_sources, has_diligence)
     select id, user_id, '{3,3,3,3,3}', '{a,b,c,d,e}', 'What my reviewer wrote', true, true
     from public.capstone_hand_ins where user_id = $1`,
    [learner.id],
  );
  await query(
    `insert into private.capstone_second_opinions (hand_in_id, user_id, reason)
     select id, user_id, 'What a reviewer asked' from public.capstone_hand_ins where user_id = $1`,
    [learner.id],
  );
  await completeLessons(academy, learner, LESSON_IDS.length);
  const { id: certificateId } = await issue(academy, learner, name);
  await academy.call("send-contact-email", {
    name,
    email: email.toUpperCase(),
    subject: "A question",
    message: "Something that only I would ask",
  });
  await query(
    `insert into private.contact_answers (id, message_id, body)
     select gen_random_uuid(), id, 'What they answered' from public.contact_messages where email = upper($1)`,
    [email],
  );
  await query("insert into private.course_interests (email, course_id) values (upper($1), 'a-course')", [
    email,
  ]);
  await query(
    `insert into public.order_invoices (order_id, days_until_due, billing, invoice_url)
     select id, 30, '{"line1": "1 My Street"}', 'https://pay.example/i' from public.orders where user_id = $1`,
    [learner.id],
  );
  await query(
    `insert into public.credit_notes (id, refund_id, payment_id, number, amount_pence, vat_pence, created_at)
     select 'cn_' || paid.id, 're_' || paid.id, paid.id, 'CN-1', 600, 100, now()
     from public.order_payments as paid join public.orders as mine on mine.id = paid.order_id where user_id = $1`,
    [learner.id],
  );
  await query(
    "insert into private.order_disputes (id, order_id, status) select 'du_' || id, id, 'won' from public.orders where user_id = $1",
    [learner.id],
  );
  await query(
    `insert into private.student_id_decisions (student_id, order_id, uploaded_at, decision, reason)
     select gen_random_uuid(), id, now(), 'approved', '' from public.orders where user_id = $1`,
    [learner.id],
  );
  await query("insert into private.proven_addresses (user_id, email_key) values ($1, $2)", [
    learner.id,
    email,
  ]);
  await query(
    "insert into private.address_links (token_hash, email) values (md5($1) || md5($1), upper($1))",
    [email],
  );
  await query(
    `with team as (insert into public.teams (name, tier, owner_id) values ('A team', 'ngo', $1) returning id)
     insert into public.team_seats (team_id, email, user_id, claimed_at)
     select id, $2, $1, now() from team union all select id, 'invited@mail.example', null, null from team`,
    [learner.id, email],
  );
  await query("insert into public.recovery_codes (user_id, code_hash) values ($1, repeat('a', 64))", [
    learner.id,
  ]);
  await query(
    `insert into private.device_syncs (session_id, user_id, unsent, refused)
     select id, user_id, 3, 0 from auth.sessions where user_id = $1`,
    [learner.id],
  );
  await query(
    "insert into private.factor_removals (id, user_id, requested_by) values (gen_random_uuid(), $1, gen_random_uuid())",
    [learner.id],
  );
  const change = { channel: "push", minute: 0, timeZone: "UTC", planStart: null };
  const endpoint = `https://updates.push.services.mozilla.com/wpush/v2/${learner.id}`;
  const keys = createECDH("prime256v1");
  const p256dh = keys.generateKeys("base64url", "uncompressed");
  const device = { endpoint, keys: { p256dh, auth: "A".repeat(22) } };
  expect((await academy.call("set-reminders", { change, device }, asPerson(learner))).status).toBe(200);
  await settleBackground();
  return { ...learner, certificateId };
}

const askForDeletion = (learner: Learner, keepCertificate = false) =>
  academy.call("delete-my-account", { confirmation: learner.email, keepCertificate }, asPerson(learner));

async function keyMailedTo(email: string): Promise<string> {
  const mail = await eventually(() => {
    const [found] = mailsTo(email, /will be deleted on/);
    if (!found) throw new Error("no email about the deletion yet");
    return found;
  });
  return /\/auth\/keep-account#(\S+)/.exec(mail.text)?.[1] ?? "";
}

async function deleteWhenDue(learner: Learner) {
  await query("update public.deletion_requests set due_at = now(), tried_at = null where user_id = $1", [
    learner.id,
  ]);
  return runJob("delete-due-accounts");
}

/** The tables, including the auth server's, that contain one of the words in any column. */
async function tablesThatKnow(...words: string[]): Promise<string[]> {
  const tables = await query<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and nspname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await query(
      `select from ${name} as row where exists (
         select from unnest($1::text[]) as word where position(lower(word) in lower(row::text)) > 0) limit 1`,
      [words],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** Kinds of synced rows that have a table, and therefore a section of the copy, of their own. */
const OWN_TABLES = ["progress", "attempt", "achievement", "capstone"];

describe("the export of personal data", () => {
  it("has a documented decision for every table", async () => {
    const tables = await query<{ name: string }>(
      `select nspname || '.' || relname as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where relkind in ('r', 'p') and nspname in ('public', 'private') order by 1`,
    );
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(DECISIONS).sort());
  });

  it("contains rows of every table with personal data, and no secrets", async () => {
    const learner = await wholeStory("Ada Copied");
    await askForDeletion(learner);
    const reply = await academy.call("export-my-data", {}, asPerson(learner));
    expect(reply.status).toBe(200);
    const copy = exportReplySchema.parse(reply.body);
    const wanted = Object.values(DECISIONS).flatMap(({ copy: each }) =>
      "section" in each ? [each.section] : [],
    );
    const filled = Object.keys(copy.sections).filter((name) => copy.sections[name]?.length);
    expect(filled.sort()).toEqual([...wanted, "identities", "sessions", "sign_ins"].sort());
    expect(copy).toMatchObject({ isAddressProven: true, account: { email: learner.email } });
    const kept = KINDS.map(({ kind }) => kind).filter((kind) => !OWN_TABLES.includes(kind));
    expect(new Set(copy.sections.study_rows?.map(({ kind }) => kind))).toEqual(new Set(kept));
    const text = JSON.stringify(copy);
    for (const words of [
      "My own words",
      "My own note",
      "A chatbot for tenants.",
      "What my reviewer wrote",
      "What a reviewer asked",
      "Something that only I would ask",
      "What they answered",
      "University of Example",
    ])
      expect(text).toContain(words);
    expect(text).not.toMatch(/claim_token|token_hash|ref_hash|encrypted_password|link_hash|refresh_token/);
    await academy.call("keep-my-account", {}, asPerson(learner));
  });

  it("reveals nothing about the owner of an address to a squatter who signed up with it", async () => {
    const email = newEmail();
    const squatter = await signUp(academy);
    await query("update auth.users set email = $1 where id = $2", [email, squatter.id]);
    const { url, sessionId } = await openCheckout(academy, professionalPayload(email));
    await payOnHostedPage(url);
    await academy.call("verify-guest-payment", { sessionId });
    const message = { name: "Ama Tester", email, subject: "Mine", message: "A private matter" };
    await academy.call("send-contact-email", message);
    const reply = await academy.call("export-my-data", {}, asPerson(squatter));
    const copy = exportReplySchema.parse(reply.body);
    expect(copy).toMatchObject({ isAddressProven: false, sections: { contact_messages: [] } });
    expect(copy.sections.orders, "the order is not attached before the address is verified").toEqual([]);
    expect(JSON.stringify(copy)).not.toMatch(/Ama|Tester|Example Ltd|private matter/);

    await query("update auth.users set email = $1 where id = $2", [squatter.email, squatter.id]);
    const { error } = await academy.client(academy.secretKey).auth.admin.deleteUser(squatter.id);
    expect(error).toBeNull();
    expect(await query("select 1 from public.contact_messages where email = $1", [email])).toHaveLength(1);
  });
});

describe("a user whose account is deleted", () => {
  it("confirms the deletion by typing the address, and can cancel it once within a week with an emailed key, in any browser", async () => {
    const learner = await signUp(academy);
    const typed = (confirmation: string) =>
      academy.call("delete-my-account", { confirmation, keepCertificate: false }, asPerson(learner));
    expect(await typed("somebody@else.example")).toMatchObject({ status: 400 });
    const reply = await typed(` ${learner.email.toUpperCase()} `);
    expect(reply.status).toBe(200);
    const days = (Date.parse(String(reply.body.dueAt)) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    expect(await typed(learner.email)).toMatchObject({ body: { dueAt: reply.body.dueAt } });

    // Every device receives the deletion date with its next session, and nothing is deleted early.
    const { data } = await academy.client().auth.signInWithPassword({
      email: learner.email,
      password: "correct horse battery",
    });
    expect(data.user?.app_metadata.deletion_due_at).toBe(reply.body.dueAt);
    expect((await runJob("delete-due-accounts")).body).toEqual({ deleted: 0, failed: 0 });

    const key = await keyMailedTo(learner.email);
    expect(mailsTo(learner.email, /will be deleted on/)).toHaveLength(1);
    expect(await academy.call("keep-my-account", { key: `${key}x` })).toMatchObject({ status: 404 });
    expect(await academy.call("keep-my-account", { key })).toMatchObject({
      status: 200,
      body: { kept: true },
    });
    expect(await academy.call("keep-my-account", { key })).toMatchObject({ status: 404 });
    await eventually(() => expect(mailsTo(learner.email, /Your account will be kept/)).toHaveLength(1));
    const { data: after } = await academy.client(academy.secretKey).auth.admin.getUserById(learner.id);
    expect(after.user?.app_metadata).not.toHaveProperty("deletion_due_at");
  });

  it("is removed from every table after seven days, except for an anonymised sale and a certificate that the user keeps", async () => {
    const learner = await wholeStory("Ngozi Farewell");
    const [file] = await query<{ path: string }>(
      "select path from public.student_ids where order_id in (select id from public.orders where user_id = $1)",
      [learner.id],
    );
    await askForDeletion(learner, true);
    await keyMailedTo(learner.email);
    expect((await deleteWhenDue(learner)).body).toEqual({ deleted: 1, failed: 0 });
    await eventually(() => expect(mailsTo(learner.email, /has been deleted/)).toHaveLength(1));
    await settleBackground();

    // The queue keeps the address of the last email for 90 days.
    await query(
      "update public.mail_queue set finished_at = now() - interval '91 days' where recipient = $1",
      [learner.email],
    );
    await runJob("apply-retention");
    expect(await tablesThatKnow(learner.id, learner.email)).toEqual([]);
    expect(await tablesThatKnow("Ngozi Farewell")).toEqual(["public.certificates"]);
    expect(await verify(academy, learner.certificateId)).toMatchObject({
      status: "valid",
      holderName: "Ngozi Farewell",
    });
    expect(
      await query(
        "select total_pence, vat_pence, first_name, email, organization, status from public.orders where anonymised_at is not null and tier = 'student'",
      ),
    ).toEqual([
      { total_pence: 6000, vat_pence: 1000, first_name: "", email: "", organization: "", status: "paid" },
    ]);
    const gone = await academy
      .client(academy.secretKey)
      .storage.from("student-ids")
      .download(file?.path ?? "");
    expect(gone.error).not.toBeNull();
    expect((await academy.call("export-my-data", {}, asPerson(learner))).status).toBe(401);
  });

  it("has the certificate revoked unless they chose to keep it", async () => {
    const learner = await wholeStory("Esi Leaving");
    await askForDeletion(learner, false);
    await deleteWhenDue(learner);
    const unknown = await fetch(`${academy.url}/functions/v1/verify-certificate?id=${learner.certificateId}`);
    expect(unknown.status).toBe(404);
    expect(
      await query("select 1 from private.certificate_statuses where revoked_at is not null"),
    ).toHaveLength(1);
  });

  it("is no longer charged for a plan, and the provider's customer record is deleted", async () => {
    const { email, sessionId, plan } = await startPlan(academy);
    const learner = await signInByMail(email);
    const [other, made] = [await signUp(academy), await openCheckout(academy, professionalPayload(email))];
    await query(
      "update public.orders set user_id = $1, created_at = now() - interval '9 days' where checkout_session_id = $2",
      [other.id, made.sessionId],
    );
    await askForDeletion(learner);
    expect((await deleteWhenDue(learner)).body).toEqual({ deleted: 1, failed: 0 });
    const theirs = await query("select from public.orders where user_id = $1", [other.id]);
    expect(theirs, "an order of another account with the same address").toHaveLength(1);
    await expectStatus(academy, sessionId, "revoked");
    await academy.simulate("advance", { months: 2, days: 2 });
    await settleBackground();
    expect(await chargesOf(academy, plan.customer_id)).toHaveLength(1);
    const customer = await academy.stripe.customers.retrieve(plan.customer_id ?? "");
    expect(customer.deleted).toBe(true);
    expect(await query("select organization, email from public.orders where id = $1", [plan.id])).toEqual([
      { organization: "Example Ltd", email: "" },
    ]);
    expect(mailsTo(email, /plan .* has ended/)).toEqual([]);
  });

  it("is no longer charged for a plan whose student ID was refused", async () => {
    const { email, sessionId, plan } = await startPlan(academy);
    await query("update public.orders set status = 'id_refused' where id = $1", [plan.id]);
    const learner = await signInByMail(email);
    await askForDeletion(learner);
    expect((await deleteWhenDue(learner)).body).toEqual({ deleted: 1, failed: 0 });
    await expectStatus(academy, sessionId, "revoked");
    const subscription = await academy.stripe.subscriptions.retrieve(plan.subscription_id ?? "");
    expect(subscription.ended_at).not.toBeNull();
  });

  it("has the provider's customer record deleted even after paying in full", async () => {
    const email = newEmail();
    const { url, sessionId } = await openCheckout(academy, professionalPayload(email));
    await payOnHostedPage(url);
    await academy.call("verify-guest-payment", { sessionId });
    const learner = await signInByMail(email);
    const [order] = await query<{ customer_id: string | null }>(
      "select customer_id from public.orders where checkout_session_id = $1",
      [sessionId],
    );
    const customer = await academy.stripe.customers.retrieve(order?.customer_id ?? "");
    expect(customer).toMatchObject({ email });
    await askForDeletion(learner);
    expect((await deleteWhenDue(learner)).body).toEqual({ deleted: 1, failed: 0 });
    expect(await academy.stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
  });

  it("is not charged again after the academy deletes the account, and events restore no personal data", async () => {
    const { email, sessionId, plan } = await startPlan(academy);
    const { id } = await signInByMail(email);
    const made = await openCheckout(academy, professionalPayload(newEmail()));
    const orders = await query<{ id: string }>(
      "update public.orders set user_id = $1, created_at = now() - interval '6 days' where checkout_session_id = $2 returning id",
      [id, made.sessionId],
    );
    await settleBackground();
    const { error } = await academy.client(academy.secretKey).auth.admin.deleteUser(id);
    expect(error).toBeNull();
    await expectStatus(academy, sessionId, "revoked");
    expect(
      await query("select from public.orders where id = $1", [orders[0]?.id]),
      "the open order is kept, because it may still be paid",
    ).toHaveLength(1);
    await runJob("reconcile-payments");
    await academy.simulate("advance", { months: 2, days: 2 });
    await settleBackground();
    await runJob("reconcile-payments");
    expect(await chargesOf(academy, plan.customer_id)).toHaveLength(1);
    expect(
      await query(
        `select customer_id, email, plan_ended_at is not null as has_ended,
           (select count(*)::int from public.mail_queue where order_id = orders.id) as mails
         from public.orders where id = $1`,
        [plan.id],
      ),
    ).toEqual([{ customer_id: null, email: "", has_ended: true, mails: 0 }]);
  });

  it("has the provider's customer record deleted when the academy deletes the account by hand", async () => {
    const email = newEmail();
    const { url, sessionId } = await openCheckout(academy, professionalPayload(email));
    await payOnHostedPage(url);
    await academy.call("verify-guest-payment", { sessionId });
    const { id } = await signInByMail(email);
    const [customer] = (await academy.stripe.customers.list({ email })).data;
    const { error } = await academy.client(academy.secretKey).auth.admin.deleteUser(id);
    expect(error).toBeNull();
    await runJob("delete-due-accounts");
    expect(await academy.stripe.customers.retrieve(customer?.id ?? "")).toMatchObject({ deleted: true });
    expect(await query("select from private.customers_to_delete")).toEqual([]);
  });

  it("cannot undo a deletion that has begun, and an interrupted deletion is resumed", async () => {
    const learner = await signUp(academy);
    await askForDeletion(learner);
    const key = await keyMailedTo(learner.email);
    await query("update public.deletion_requests set due_at = now(), begun_at = now() where user_id = $1", [
      learner.id,
    ]);
    expect(await academy.call("keep-my-account", { key })).toMatchObject({ status: 404 });
    expect((await runJob("delete-due-accounts")).body).toEqual({ deleted: 1, failed: 0 });
  });
});

describe("the retention rules", () => {
  const policy = readFileSync(new URL("../../content/legal/privacy-policy.md", import.meta.url), "utf8");

  it("follow the periods in the privacy policy", async () => {
    const rules = await query<{ name: string; keeps: string }>(
      "select name, keeps::text as keeps from private.retention_rules",
    );
    const section = policy.slice(policy.indexOf("## 6."), policy.indexOf("## 7."));
    const unsaid = rules.filter(({ keeps }) => !section.includes(keeps.replace(/^1 (day|year)$/, "a $1")));
    expect(unsaid).toEqual([]);
  });

  it("delete all uploads without an order after two days, even hundreds of them", async () => {
    const count = async () => (await query("select 1 from public.student_ids where order_id is null")).length;
    await uploadStudentId(academy);
    await query(
      `insert into public.student_ids (ref_hash, path, content_type, bytes, university, uploaded_at)
       select encode(sha256(each::text::bytea), 'hex'), 'none-' || each, 'image/png', 1, 'U', now() - interval '49 hours'
       from generate_series(1, 250) as each`,
    );
    await runJob("apply-retention");
    expect(await count()).toBe(1);
    await query(
      "update public.student_ids set uploaded_at = now() - interval '47 hours' where order_id is null",
    );
    await runJob("apply-retention");
    expect(await count()).toBe(1);
  });

  it("delete messages, unpaid orders, names, addresses and IDs when their period ends, and not before", async () => {
    const email = newEmail();
    const left = await openCheckout(academy, await studentPayload(academy, newEmail()));
    const paid = await openCheckout(academy, await studentPayload(academy, email));
    await payOnHostedPage(paid.url);
    await academy.call("verify-guest-payment", { sessionId: paid.sessionId });
    const message = { name: "Ama Tester", email, subject: "Old", message: "A question" };
    await academy.call("send-contact-email", message);
    await eventually(() => expect(mailsTo(email, /received your message/)).toHaveLength(1));
    await settleBackground();
    const count = async (sql: string, ...params: unknown[]) => (await query(sql, params)).length;
    const state = async () => ({
      messages: await count("select 1 from public.contact_messages where email = $1", email),
      unpaid: await count("select 1 from public.orders where checkout_session_id = $1", left.sessionId),
      named: await count("select 1 from public.orders where email = $1", email),
      mails: await count("select 1 from public.mail_queue where recipient = $1", email),
      ids: await count(
        "select 1 from public.student_ids join public.orders on orders.id = order_id where checkout_session_id = any($1)",
        [left.sessionId, paid.sessionId],
      ),
    });
    /** Backdates everything by this much and applies the retention rules. */
    const wait = async (time: string) => {
      for (const [table, columns] of Object.entries({
        contact_messages: ["created_at"],
        orders: ["created_at", "paid_at"],
        mail_queue: ["finished_at"],
        student_ids: ["uploaded_at"],
      })) {
        const moved = columns.map((column) => `${column} = ${column} - interval '${time}'`);
        await query(`update public.${table} set ${moved.join(", ")}`);
      }
      await runJob("apply-retention");
      return state();
    };
    expect(await wait("6 days")).toEqual({ messages: 1, unpaid: 1, named: 1, mails: 3, ids: 2 });
    expect(await wait("2 days")).toMatchObject({ ids: 1 });
    expect(await wait("21 days")).toMatchObject({ unpaid: 1 });
    expect(await wait("2 days")).toMatchObject({ unpaid: 0, named: 1 });
    expect(await wait("58 days")).toMatchObject({ ids: 1 });
    expect(await wait("2 days")).toMatchObject({ messages: 1, mails: 0 });
    // 91 days after the upload.
    expect(await wait("0 days")).toMatchObject({ ids: 0 });
    expect(await wait("90 days")).toEqual({ messages: 0, unpaid: 0, named: 1, mails: 0, ids: 0 });
    expect(await wait("7 years")).toMatchObject({ named: 0 });
  });
});
