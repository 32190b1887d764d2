import type { SupabaseClient } from "@supabase/supabase-js";
import { beforeAll, describe, expect, it } from "vitest";
import { IDENTITY_CHECKS } from "../../src/domain/staff/learners.ts";
import { PROTOCOL_VERSION } from "../../src/entities/messages.ts";
import { learnerPageSchema, learnersSchema } from "../../src/features/staff/learners/learnerSchemas.ts";
import { completeLessons, enrol, signUp, signUpProven } from "../certificate/learners.ts";
import { eventually } from "../support/eventually.ts";
import { fieldRow, noteRow, placeRow, push } from "../support/sentRows.ts";
import { withAcademy } from "../support/server/academy.ts";
import { type Member, signInAs } from "./members.ts";

const PASSWORD = "correct horse battery";
const academy = withAcademy();
let staff: Member;
beforeAll(async () => {
  staff = await signInAs(academy, "staff");
});

async function found(search: string, filter = "") {
  const args = { p_search: search, p_filter: filter, p_before: null, p_limit: 50 };
  const { data, error } = await staff.client.rpc("staff_learners", args);
  if (error) throw error;
  return learnersSchema.parse(data);
}
const idsOf = ({ rows }: { rows: { id: string }[] }) => rows.map(({ id }) => id);

async function pageOf(id: string) {
  const { data, error } = await staff.client.rpc("staff_learner", { p_id: id });
  if (error) throw error;
  // The screen reads the same.
  learnerPageSchema.parse(data);
  return data;
}

async function deviceOf({ email }: { email: string }): Promise<SupabaseClient> {
  const client = academy.client();
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

const PULL = {
  version: PROTOCOL_VERSION,
  epoch: null,
  cursor: 0,
  seen: null,
  max_rows: 500,
  unsent: null,
  refused: null,
};

async function sync(device: SupabaseClient, waiting: Record<string, unknown> = {}): Promise<void> {
  const { error } = await device.rpc("sync_pull", { ...PULL, ...waiting });
  if (error) throw error;
}

async function rename(id: string, first: string, last: string): Promise<void> {
  await academy.backend.query("update public.profiles set first_name = $2, last_name = $3 where id = $1", [
    id,
    first,
    last,
  ]);
}

describe("staff looking for a learner", () => {
  it("find the account by the start of its address or name, or by its id", async () => {
    const { id, email } = await signUp(academy);
    await rename(id, "Zoë", "Zz100%_Day");
    const searches = [
      email,
      email.toUpperCase(),
      email.slice(0, 20),
      "zz100%_",
      " Zoë zz1",
      id,
      id.toUpperCase(),
    ];
    for (const search of searches) expect(idsOf(await found(search)), search).toEqual([id]);
    for (const search of ["zz100_", "%", "\\", "nobody@mail.example", crypto.randomUUID()])
      expect(idsOf(await found(search)), search).toEqual([]);
  });

  it("find it by a new address, and no longer by the old one", async () => {
    const { id, email } = await signUp(academy);
    await academy.backend.query("update auth.users set email = 'moved.' || email where id = $1", [id]);
    expect(idsOf(await found(email))).toEqual([]);
    expect(idsOf(await found(`moved.${email}`))).toEqual([id]);
  });
});

describe("the page of a learner", () => {
  it("shows the account, access and progress", async () => {
    const ada = await signUpProven(academy);
    await enrol(academy, ada);
    await completeLessons(academy, ada, 2);
    const page = await pageOf(ada.id);
    expect(page).toMatchObject({
      email: ada.email,
      name: "Ada Obi",
      role: null,
      is_address_confirmed: true,
      deletion_due_at: null,
      sign_in: { has_password: true, must_change_password: false, providers: [], factors: [], mail: "reset" },
      enrolment: { tier: "student", status: "active" },
      orders: [{ status: "paid", tier: "student" }],
      progress: { lessons_completed: 2, lessons: 11, quiz_attempts: 0, capstone: null, certificates: [] },
      removal: null,
      acts: [],
    });
    expect((await found(ada.email)).rows).toMatchObject([
      { lessons_completed: 2, access: { tier: "student", status: "active" }, waiting: 0 },
    ]);
    expect(await pageOf(crypto.randomUUID())).toBeNull();
  });

  it("never contains what the learner wrote, only how much", async () => {
    const ada = await signUpProven(academy);
    await enrol(academy, ada);
    const secret = "my-private-words";
    await push(await deviceOf(ada), [fieldRow("l01-start", secret), noteRow("1", secret), placeRow("1", 2)]);
    await academy.backend.query(
      "insert into public.contact_messages (name, email, subject, message) values ('Ada', $1, $2, $2)",
      [ada.email, secret],
    );
    const page = await pageOf(ada.id);
    expect(page.progress).toMatchObject({ notes: 1, workbook_fields: 1 });
    expect(JSON.stringify([page, await found(ada.email)])).not.toContain(secret);
  });
});

describe("work that waits on a device", () => {
  it("is shown per device as the device reported it, with the time of its last sync", async () => {
    const ada = await signUp(academy);
    const [laptop, phone] = [await deviceOf(ada), await deviceOf(ada)];
    await sync(laptop, { unsent: 3, refused: 1 });
    await sync(phone, { unsent: 0, refused: 0 });
    const { devices } = await pageOf(ada.id);
    const reported = devices.map(({ unsent, refused, synced_at }: Record<string, unknown>) => [
      unsent,
      refused,
      synced_at !== null,
    ]);
    expect(reported).toEqual(
      expect.arrayContaining([
        [3, 1, true],
        [0, 0, true],
        [null, null, false],
      ]),
    );
    expect((await found(ada.email, "waiting")).rows).toMatchObject([{ waiting: 4 }]);
    await sync(laptop, { unsent: 0, refused: 0 });
    expect((await found(ada.email, "waiting")).rows).toEqual([]);
  });

  it("is unknown for an app that does not report it, and bounded for one that reports nonsense", async () => {
    const ada = await signUp(academy);
    const [old, odd] = [await deviceOf(ada), await deviceOf(ada)];
    await sync(old);
    await sync(odd, { unsent: -5, refused: 2_000_000_000 });
    const { devices } = await pageOf(ada.id);
    const counts = devices
      .filter(({ synced_at }: Record<string, unknown>) => synced_at !== null)
      .map(({ unsent, refused }: Record<string, unknown>) => [unsent, refused]);
    expect(counts).toHaveLength(2);
    expect(counts).toEqual(
      expect.arrayContaining([
        [null, null],
        [0, 10_000],
      ]),
    );
    const { error } = await odd.rpc("sync_pull", { ...PULL, unsent: "three" });
    expect(error?.code).toBe("22P02");
  });

  it("ends with the session and with the account", async () => {
    const ada = await signUp(academy);
    const device = await deviceOf(ada);
    await sync(device, { unsent: 1, refused: 0 });
    const rows = () => academy.backend.query("select from private.device_syncs where user_id = $1", [ada.id]);
    expect(await rows()).toHaveLength(1);
    await device.auth.signOut({ scope: "local" });
    expect(await rows()).toEqual([]);
    await sync(await deviceOf(ada), { unsent: 1, refused: 0 });
    await academy.client(academy.secretKey).auth.admin.deleteUser(ada.id);
    expect(await rows()).toEqual([]);
    expect(await academy.backend.query("select from private.accounts where user_id = $1", [ada.id])).toEqual(
      [],
    );
  });
});

describe("an email for signing in", () => {
  const send = (learnerId: string, mail: string, member = staff) =>
    member.call("staff-learner", { action: "send_mail", learnerId, mail });
  const mailsTo = (email: string) => academy.mails().filter(({ to }) => to === email);
  /** An email that staff sent some minutes ago. */
  const sentBefore = (id: string, minutes: number) =>
    academy.backend.query(
      `insert into public.staff_actions (action, subject_kind, subject_id, at)
       values ('reset_mail_sent', 'learner', $1, now() - $2::interval)`,
      [id, `${minutes} minutes`],
    );

  it("is the one of the sign-in page, and is recorded", async () => {
    const ada = await signUpProven(academy);
    expect((await send(ada.id, "reset")).status).toBe(200);
    await eventually(() => expect(mailsTo(ada.email)[0]?.text).toContain("reset-password"));
    expect((await pageOf(ada.id)).acts).toMatchObject([
      { action: "reset_mail_sent", actor: staff.email, reason: "" },
    ]);
  });

  it("is sent at most three times in an hour, with five minutes in between", async () => {
    const ada = await signUpProven(academy);
    for (const minutes of [61, 50, 6]) await sentBefore(ada.id, minutes);
    expect((await send(ada.id, "reset")).status).toBe(200);
    const { id } = await signUpProven(academy);
    for (const minutes of [50, 30, 6]) await sentBefore(id, minutes);
    const fourth = await send(id, "reset");
    expect(fourth).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    expect(fourth.body.error).toMatch(/three emails/);
  });

  it.each(["reset", "confirm"])(
    "of the kind %s is sent once when two calls arrive together",
    async (mail) => {
      const ada = await signUpProven(academy);
      if (mail === "confirm")
        await academy.backend.query("delete from private.proven_addresses where user_id = $1", [ada.id]);
      const before = mailsTo(ada.email).length;
      const replies = await Promise.all([send(ada.id, mail), send(ada.id, mail)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 429]);
      const repeat = await send(ada.id, mail);
      expect(repeat.status).toBe(429);
      expect(repeat.body.error).toMatch(/was sent to this learner a moment ago/);
      await eventually(() => expect(mailsTo(ada.email)).toHaveLength(before + 1));
      expect((await pageOf(ada.id)).acts).toHaveLength(1);
    },
  );

  it("that was refused is not counted", async () => {
    const ada = await signUpProven(academy);
    for (let refused = 0; refused < 4; refused += 1) expect((await send(ada.id, "confirm")).status).toBe(409);
    expect((await send(ada.id, "reset")).status).toBe(200);
  });

  it("confirms the address first if nobody has confirmed it", async () => {
    const ada = await signUp(academy);
    await academy.backend.query("delete from private.proven_addresses where user_id = $1", [ada.id]);
    expect((await pageOf(ada.id)).sign_in.mail).toBe("confirm");
    expect(await send(ada.id, "reset")).toMatchObject({ status: 409, body: { code: "changed_meanwhile" } });
    expect((await send(ada.id, "confirm")).status).toBe(200);
    await eventually(() => expect(mailsTo(ada.email)[0]?.subject).toMatch(/confirm/i));
    expect((await pageOf(ada.id)).acts).toMatchObject([{ action: "confirmation_mail_sent" }]);
  });

  it("is not offered to an account that has no password and signs in with Google", async () => {
    const ada = await signUpProven(academy);
    await academy.backend.query("update auth.users set encrypted_password = '' where id = $1", [ada.id]);
    await academy.backend.query(
      `insert into auth.identities (id, provider, provider_id, user_id, identity_data)
       values (gen_random_uuid(), 'google', 'g-1', $1, jsonb_build_object('email', $2::text, 'email_verified', true))`,
      [ada.id, ada.email],
    );
    expect((await pageOf(ada.id)).sign_in).toMatchObject({ mail: "provider", providers: ["google"] });
    expect((await send(ada.id, "reset")).status).toBe(409);
  });

  it("is refused for an account that does not exist, and for another email", async () => {
    const ada = await signUpProven(academy);
    expect((await send(crypto.randomUUID(), "reset")).status).toBe(404);
    expect((await send(ada.id, "other")).status).toBe(400);
    expect((await pageOf(ada.id)).acts).toEqual([]);
  });
});

it("the ways to check an identity are the same in the database", async () => {
  const [row] = await academy.backend.query<{ checks: string[] }>(
    "select private.identity_checks() as checks",
  );
  expect(row?.checks).toEqual([...IDENTITY_CHECKS]);
});
