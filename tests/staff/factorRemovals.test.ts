import type { SupabaseClient } from "@supabase/supabase-js";
import { TOTP } from "otpauth";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { learnerPageSchema } from "../../src/features/staff/learners/learnerSchemas.ts";
import { signUpProven } from "../certificate/learners.ts";
import { eventually } from "../support/eventually.ts";
import { pull } from "../support/sentRows.ts";
import { withAcademy } from "../support/server/academy.ts";
import { type Member, signInAs } from "./members.ts";

const PASSWORD = "correct horse battery";
const TODAY = new Date().toISOString().slice(0, 10);
const CHECK = { check: "video_call", checkedOn: TODAY, reason: "Passport shown" };

const academy = withAcademy();
let [first, second]: Member[] = [];
beforeAll(async () => {
  [first, second] = [await signInAs(academy, "staff"), await signInAs(academy, "staff")];
});

async function signIn(email: string): Promise<SupabaseClient> {
  const client = academy.client();
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

/** A learner with an authenticator app, recovery codes and a device that has passed the factor. */
async function learnerWithFactor() {
  const learner = await signUpProven(academy);
  const device = await signIn(learner.email);
  const { data, error } = await device.auth.mfa.enroll({ factorType: "totp" });
  if (error) throw error;
  const codeIn = (periods: number) =>
    new TOTP({ secret: data.totp.secret }).generate({ timestamp: Date.now() + periods * 30_000 });
  const verify = (client: SupabaseClient, periods: number) =>
    client.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeIn(periods) });
  const verified = await verify(device, 0);
  if (verified.error) throw verified.error;
  const codes = await device.rpc("create_recovery_codes");
  if (codes.error) throw codes.error;
  const [code] = z.array(z.string()).parse(codes.data);
  return { ...learner, device, code, passFactor: (client: SupabaseClient) => verify(client, 1) };
}

/** Adds another authenticator app to an account, and passes it. */
async function addFactor(client: SupabaseClient): Promise<void> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "New phone" });
  if (error) throw error;
  const code = new TOTP({ secret: data.totp.secret }).generate();
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  if (verified.error) throw verified.error;
}

/** Signs in with a recovery code, which removes the factors. */
async function recover(email: string, code: string | undefined): Promise<SupabaseClient> {
  const client = await signIn(email);
  const token = (await client.auth.getSession()).data.session?.access_token ?? "";
  const reply = await academy.call("use-recovery-code", { code }, { authorization: `Bearer ${token}` });
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  return client;
}

const act = (member: Member | undefined, body: Record<string, unknown>) => {
  if (!member) throw new Error("no member of staff has signed in");
  return member.call("staff-learner", body);
};
const ask = (learnerId: string, changes: Record<string, unknown> = {}, member = first) =>
  act(member, { action: "request_removal", learnerId, requestId: crypto.randomUUID(), ...CHECK, ...changes });
const confirm = (requestId: string, member = second, changes: Record<string, unknown> = {}) =>
  act(member, { action: "confirm_removal", requestId, ...CHECK, reason: "I know her voice", ...changes });
const withdraw = (id: string, reason = "Not her", member = second) =>
  member?.client.rpc("staff_withdraw_factor_removal", { p_id: id, p_reason: reason });

async function pageOf(id: string) {
  const { data, error } = (await first?.client.rpc("staff_learner", { p_id: id })) ?? {};
  if (error) throw error;
  const page = learnerPageSchema.parse(data);
  if (!page) throw new Error("there is no such account");
  return page;
}
const stateOf = async (id: string) => (await pageOf(id)).removal?.state;
const actionsOf = async (id: string) => (await pageOf(id)).acts.map(({ action }) => action);

/** A request, as it is `hours` after it was made. */
async function requested(learnerId: string, hours = 25): Promise<string> {
  const reply = await ask(learnerId);
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body));
  const { removal } = await pageOf(learnerId);
  if (!removal) throw new Error("the request was not stored");
  await academy.backend.query(
    `update private.factor_removals set requested_at = requested_at - $2::interval,
       earliest_at = earliest_at - $2::interval, expires_at = expires_at - $2::interval where id = $1`,
    [removal.id, `${hours} hours`],
  );
  return removal.id;
}

const mailsTo = (email: string) => academy.mails().filter(({ to }) => to === email);
const subjectsTo = (email: string) => mailsTo(email).map(({ subject }) => subject);
const REQUESTED = "Someone asked us to remove your second factor";
const REMOVED = "Your second factor was removed";

describe("the removal of a lost second factor", () => {
  it("takes two people, removes factors and codes, ends the sessions and notifies the learner twice", async () => {
    const { id, email, device } = await learnerWithFactor();
    const requestId = await requested(id);
    await eventually(() => expect(subjectsTo(email)[0]).toBe(REQUESTED));
    expect(mailsTo(email)[0]?.text).toMatch(/Earliest removal: .+UK time[\s\S]+sign in with it now/);
    expect((await pageOf(id)).removal).toMatchObject({
      state: "ready",
      requested_by: first?.email,
      is_mine: true,
    });

    expect((await confirm(requestId)).status).toBe(200);
    const page = await pageOf(id);
    expect(page.sign_in).toMatchObject({ factors: [], recovery_codes: 0 });
    expect(page.devices).toEqual([]);
    expect(page.removal?.state).toBe("removed");
    await expect(pull(device, 0)).rejects.toMatchObject({ hint: "session_ended" });
    await eventually(() => expect(subjectsTo(email)[0]).toBe(REMOVED));
    // One email for the removal, and none for each factor.
    expect(subjectsTo(email)).not.toContain("A second factor was removed from your account");
    const again = await signIn(email);
    await pull(again, 0);
  });

  it("records both checks with who made them, and the end", async () => {
    const { id } = await learnerWithFactor();
    const requestId = await requested(id);
    await confirm(requestId, second, { check: "letter" });
    const details = (check: string) => ({ check, checked_on: TODAY });
    expect((await pageOf(id)).acts).toMatchObject([
      {
        action: "factor_removal_requested",
        actor: first?.email,
        reason: "Passport shown",
        details: details("video_call"),
      },
      {
        action: "factor_removal_confirmed",
        actor: second?.email,
        reason: "I know her voice",
        details: details("letter"),
      },
      { action: "factor_removed", actor: second?.email, details: {} },
    ]);
  });

  it("is refused to the person who requested it, even in the database", async () => {
    const { id } = await learnerWithFactor();
    const requestId = await requested(id);
    const reply = await confirm(requestId, first);
    expect(reply).toMatchObject({ status: 409, body: { code: "not_possible" } });
    expect(reply.body.error).toMatch(/a colleague has to/);
    await expect(
      academy.backend.query(
        "update private.factor_removals set confirmed_by = requested_by, confirmed_at = now() where id = $1",
        [requestId],
      ),
    ).rejects.toThrow("check constraint");
    expect((await pageOf(id)).sign_in.factors).toHaveLength(1);
  });

  it("has one effect when two people confirm at the same moment", async () => {
    const { id, email } = await learnerWithFactor();
    const requestId = await requested(id);
    const third = await signInAs(academy, "staff");
    const replies = await Promise.all([confirm(requestId), confirm(requestId, third)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await actionsOf(id)).toEqual([
      "factor_removal_requested",
      "factor_removal_confirmed",
      "factor_removed",
    ]);
    await eventually(() => expect(subjectsTo(email).filter((each) => each === REMOVED)).toHaveLength(1));
    expect((await confirm(requestId)).status).toBe(200);
    expect(await actionsOf(id)).toHaveLength(3);
  });

  it("is completed by a repeat after it was interrupted at the auth server", async () => {
    const { id } = await learnerWithFactor();
    const requestId = await requested(id);
    await academy.backend.query(
      "update private.factor_removals set confirmed_by = $2, confirmed_at = now() where id = $1",
      [requestId, second?.id],
    );
    expect(await stateOf(id)).toBe("confirmed");
    expect((await withdraw(requestId))?.error?.hint).toBe("confirmed");
    expect((await confirm(requestId, first)).status).toBe(200);
    expect((await pageOf(id)).sign_in.factors).toEqual([]);
    expect(await actionsOf(id)).toEqual(["factor_removal_requested", "factor_removed"]);
  });

  it("waits 24 hours, and ends after seven days", async () => {
    const { id } = await learnerWithFactor();
    const early = await requested(id, 23);
    expect(await stateOf(id)).toBe("waiting");
    expect((await confirm(early)).body.error).toMatch(/too early/);
    await academy.backend.query("update private.factor_removals set expires_at = now() where id = $1", [
      early,
    ]);
    expect((await confirm(early)).body.error).toMatch(/expired/);
    expect(await stateOf(id)).toBe("expired");
    const next = await requested(id);
    expect((await confirm(early)).body.error).toMatch(/expired/);
    expect((await confirm(next)).status).toBe(200);
  });

  it("stops when the learner passes the second factor", async () => {
    const { id, email, passFactor } = await learnerWithFactor();
    const requestId = await requested(id);
    const client = await signIn(email);
    expect(await stateOf(id)).toBe("ready");
    expect((await passFactor(client)).error).toBeNull();
    await client.auth.signOut();
    expect(await stateOf(id)).toBe("factor_used");
    expect((await confirm(requestId)).body.error).toMatch(/not lost/);
  });

  it("stops when the learner removes the second factor without us", async () => {
    const { id, device } = await learnerWithFactor();
    const requestId = await requested(id);
    const [factor] = (await device.auth.mfa.listFactors()).data?.totp ?? [];
    expect((await device.auth.mfa.unenroll({ factorId: factor?.id ?? "" })).error).toBeNull();
    expect(await stateOf(id)).toBe("factors_changed");
    expect((await confirm(requestId)).body.error).toMatch(/have changed/);
  });

  it("does not apply to a factor that was added after a recovery code removed the lost one", async () => {
    const { id, email, code } = await learnerWithFactor();
    const requestId = await requested(id);
    const client = await recover(email, code);
    expect(await stateOf(id)).toBe("factors_changed");
    await addFactor(client);
    expect(await stateOf(id)).toBe("factors_changed");
    expect((await confirm(requestId)).body.error).toMatch(/have changed/);
    expect((await pageOf(id)).sign_in.factors).toHaveLength(1);
    // The new factor can be lost as well.
    expect((await confirm(await requested(id))).status).toBe(200);
  });

  it("stops when the learner adds another factor", async () => {
    const { id, device } = await learnerWithFactor();
    const requestId = await requested(id);
    await addFactor(device);
    expect((await confirm(requestId)).status).toBe(409);
    expect((await pageOf(id)).sign_in.factors).toHaveLength(2);
  });

  it("is not completed on a new factor after it was interrupted", async () => {
    const { id, email, code } = await learnerWithFactor();
    const requestId = await requested(id);
    await academy.backend.query(
      "update private.factor_removals set confirmed_by = $2, confirmed_at = now() where id = $1",
      [requestId, second?.id],
    );
    await addFactor(await recover(email, code));
    expect((await confirm(requestId)).body.error).toMatch(/have changed/);
    expect((await pageOf(id)).sign_in.factors).toHaveLength(1);
  });

  it("can be withdrawn with a reason, once, and requested again", async () => {
    const { id } = await learnerWithFactor();
    const requestId = await requested(id);
    expect((await withdraw(requestId, " "))?.error?.message).toBe("Please give a reason.");
    expect((await withdraw(requestId))?.error).toBeNull();
    expect((await withdraw(requestId))?.error).toBeNull();
    expect(await actionsOf(id)).toEqual(["factor_removal_requested", "factor_removal_withdrawn"]);
    expect((await confirm(requestId)).body.error).toMatch(/withdrawn/);
    expect((await confirm(await requested(id))).status).toBe(200);
  });
});

describe("a request to remove a second factor", () => {
  it("is open once for each learner, also when two people ask at the same moment", async () => {
    const { id, email } = await learnerWithFactor();
    const replies = await Promise.all([ask(id), ask(id, {}, second)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await actionsOf(id)).toEqual(["factor_removal_requested"]);
    await eventually(() => expect(subjectsTo(email).filter((each) => each === REQUESTED)).toHaveLength(1));
  });

  it("has one effect when it is sent again after a lost reply", async () => {
    const { id } = await learnerWithFactor();
    const requestId = crypto.randomUUID();
    expect((await ask(id, { requestId })).status).toBe(200);
    expect((await ask(id, { requestId })).status).toBe(200);
    expect(await actionsOf(id)).toEqual(["factor_removal_requested"]);
  });

  it("is refused for accounts with a role, and for those that get one meanwhile", async () => {
    const reviewer = await signInAs(academy, "reviewer");
    expect((await ask(reviewer.id)).body.error).toMatch(/command line/);
    expect((await ask(first?.id ?? "")).body.error).toMatch(/command line/);
    const { id } = await learnerWithFactor();
    const requestId = await requested(id);
    await academy.backend.query(
      `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "staff"}' where id = $1`,
      [id],
    );
    expect((await confirm(requestId)).body.error).toMatch(/command line/);
    expect((await pageOf(id)).sign_in.factors).toHaveLength(1);
  });

  it("is refused without a factor, for an unconfirmed address, and without a documented check", async () => {
    const bare = await signUpProven(academy);
    expect((await ask(bare.id)).body.error).toMatch(/no second factor/);
    const { id } = await learnerWithFactor();
    const old = new Date(Date.now() - 40 * 24 * 3600 * 1000).toISOString().slice(0, 10);
    expect((await ask(id, { checkedOn: old })).body.error).toMatch(/last 30 days/);
    expect((await ask(id, { checkedOn: "2999-01-01" })).body.error).toMatch(/last 30 days/);
    expect((await ask(id, { check: "email" })).status).toBe(400);
    expect((await ask(id, { reason: "  " })).status).toBe(400);
    await academy.backend.query("delete from private.proven_addresses where user_id = $1", [id]);
    expect((await ask(id)).body.error).toMatch(/Nobody has confirmed the address/);
    expect((await ask(crypto.randomUUID())).status).toBe(404);
    expect((await confirm(crypto.randomUUID())).status).toBe(404);
    expect(await actionsOf(id)).toEqual([]);
  });

  it("is in the list of what there is to do until it ends, and disappears with the account", async () => {
    const waiting = async () => (await first?.client.rpc("staff_waiting"))?.data.factor_removals;
    const before = await waiting();
    const { id } = await learnerWithFactor();
    await requested(id, 0);
    expect(await waiting()).toBe(before + 1);
    const { data } =
      (await first?.client.rpc("staff_learners", {
        p_search: "",
        p_filter: "factor",
        p_before: null,
        p_limit: 50,
      })) ?? {};
    expect(data.rows.map((row: { id: string }) => row.id)).toContain(id);
    await academy.client(academy.secretKey).auth.admin.deleteUser(id);
    expect(await waiting()).toBe(before);
    expect(
      await academy.backend.query("select from private.factor_removals where user_id = $1", [id]),
    ).toEqual([]);
  });
});
