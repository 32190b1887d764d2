import { randomUUID } from "node:crypto";
import type { AuthMail } from "@academy/local-supabase";
import { signUpLimitsOf } from "@academy/local-supabase/testing";
import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { createApp } from "../../server/app.ts";
import { parseTrustedProxies } from "../../server/http/clientAddress.ts";
import { eventually } from "../support/eventually.ts";
import { withBackend } from "../support/server/backend.ts";

const mails: AuthMail[] = [];
const backend = withBackend({ onAuthMail: async (mail) => void mails.push(mail), signUpsPerHour: 3 });
const mailsTo = (address: string) => mails.filter(({ to }) => to === address).length;

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  backend.fetch(`/auth/v1/${path}`, {
    method: "POST",
    headers: { apikey: backend.publishableKey, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

describe("user metadata", () => {
  const put = async (token: string, data: object) => {
    const reply = await backend.fetch("/auth/v1/user", {
      method: "PUT",
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
      body: JSON.stringify({ data }),
    });
    return { status: reply.status, body: await reply.json() };
  };

  it("is limited to 8 KB, even when it grows over several requests", async () => {
    const { session, id } = await backend.signUp();
    const token = session.access_token;
    expect((await put(token, { big: "x".repeat(8_000_000) })).status).toBe(413);
    expect((await put(token, { big: "x".repeat(9_000) })).body).toMatchObject({
      code: 422,
      msg: "User metadata must be at most 8 KB",
    });
    expect((await put(token, { half: "x".repeat(5_000) })).status).toBe(200);
    expect((await put(token, { other: "x".repeat(5_000) })).status).toBe(422);
    expect((await put(token, { half: "", other: "x".repeat(5_000) })).status).toBe(200);
    await expect(
      backend.query(
        "update auth.users set raw_user_meta_data = jsonb_build_object('a', repeat('x', 9000)) where id = $1",
        [id],
      ),
    ).rejects.toThrow("user metadata must be at most 8 KB");
  });

  it("above 8 KB makes the sign-up fail", async () => {
    const account = { email: `${randomUUID()}@example.com`, password: "correct horse battery" };
    expect((await post("signup", { ...account, data: { big: "x".repeat(9_000) } })).status).toBe(422);
    expect(await backend.query("select from auth.users where email = $1", [account.email])).toEqual([]);
  });

  it("above 8 KB, stored before the limit existed, is left out of the access token", async () => {
    const { id, email, password } = await backend.signUp();
    await backend.query("alter table auth.users disable trigger limit_user_metadata");
    await backend.query(
      "update auth.users set raw_user_meta_data = jsonb_build_object('a', repeat('x', 9000)) where id = $1",
      [id],
    );
    await backend.query("alter table auth.users enable trigger limit_user_metadata");
    const reply = await post("token?grant_type=password", { email, password });
    const { access_token } = await reply.json();
    expect(decodeJwt(access_token).user_metadata).toEqual({});
  });
});

describe("requests that succeed", () => {
  const token = (grant: string, body: object, address: string) =>
    backend.fetchFrom(
      new Request(`http://academy.test/auth/v1/token?grant_type=${grant}`, {
        method: "POST",
        headers: { apikey: backend.publishableKey, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
      address,
    );

  it("are limited to 150 sign-ins in five minutes from one address, with room for a class that shares it", async () => {
    const { email, password, id } = await backend.signUp();
    const signIn = async (address: string) => (await token("password", { email, password }, address)).status;
    const statuses = await Promise.all(Array.from({ length: 152 }, () => signIn("203.0.113.20")));
    expect(statuses.filter((status) => status === 429)).toHaveLength(2);
    expect(statuses.filter((status) => status === 200)).toHaveLength(150);
    expect(await signIn("203.0.113.21")).toBe(200);
    const sessions = await backend.query("select from auth.sessions where user_id = $1", [id]);
    expect(sessions).toHaveLength(50);
  });

  it("are limited to 300 renewals in five minutes from one address", async () => {
    const { refresh_token } = (await backend.signUp()).session;
    const renew = async () => (await token("refresh_token", { refresh_token }, "203.0.113.22")).status;
    await backend.query("delete from auth.attempts");
    expect(await renew()).toBe(200);
    await backend.query("update auth.attempts set count = count + 298");
    expect([await renew(), await renew()]).toEqual([200, 429]);
  });

  it("are limited to 300 direct writes to tables in a quarter of an hour", async () => {
    const learner = await backend.signUp();
    const client = await backend.clientFor(learner);
    const write = async (country: string) =>
      (await client.from("profiles").update({ country }).eq("id", learner.id)).status;
    await backend.query("delete from public.rate_limits");
    expect(await write("Ghana")).toBe(204);
    await backend.query("update public.rate_limits set count = count + 298");
    expect([await write("Kenya"), await write("Togo")]).toEqual([204, 429]);
    const earned = { user_id: learner.id, achievement_type: "first_lesson", achievement_name: "First" };
    expect((await client.from("user_achievements").upsert(earned)).status).toBe(429);
    const other = await backend.clientFor(await backend.signUp());
    expect((await other.from("profiles").update({ country: "Ghana" }).neq("country", "x")).status).toBe(204);
  });

  it("are limited to 60 changes of one account in an hour", async () => {
    const learner = await backend.signUp();
    const client = await backend.clientFor(learner);
    const statuses = [];
    for (let count = 0; count < 61; count++) {
      const { error } = await client.auth.updateUser({ data: { first_name: `Ada ${count}` } });
      statuses.push(error?.status ?? 200);
    }
    expect(statuses).toEqual([...Array(60).fill(200), 429]);
  });
});

describe("sign-ups", () => {
  it("are limited per hour and per day for each network address, without affecting other addresses", async () => {
    const signUp = async (address: string) => {
      const request = new Request("http://academy.test/auth/v1/signup", {
        method: "POST",
        headers: { apikey: backend.publishableKey, "content-type": "application/json" },
        body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: "correct horse battery" }),
      });
      return (await backend.fetchFrom(request, address)).status;
    };
    for (const expected of [200, 200, 200, 429]) expect(await signUp("203.0.113.7")).toBe(expected);
    expect(await signUp("2001:db8::1")).toBe(200);
    await backend.query("update auth.attempts set window_ends_at = window_ends_at - interval '1 hour'");
    for (const expected of [200, 200, 200, 429]) expect(await signUp("203.0.113.7")).toBe(expected);
    // The daily limit is eight when the hourly limit is three, so two more are allowed.
    await backend.query("update auth.attempts set window_ends_at = window_ends_at - interval '1 hour'");
    for (const expected of [200, 200, 429]) expect(await signUp("203.0.113.7")).toBe(expected);
  });

  it("have a default limit that allows a burst of 60, but not of 80", () => {
    const [burst] = signUpLimitsOf(undefined);
    expect(burst?.count).toBeGreaterThan(60);
    expect(burst?.count).toBeLessThan(80);
  });
});

describe("emails to one mailbox", () => {
  const recover = (email: string) => post("recover", { email });
  const account = async (email: string) => {
    const { error } = await backend.service().auth.admin.createUser({ email, email_confirm: true });
    expect(error).toBeNull();
  };

  it("are limited to twenty password resets a day across the mailbox's aliases, and the plain address has a separate limit", async () => {
    await account("victim@example.com");
    await account("victim+last@example.com");
    await Promise.all(Array.from({ length: 20 }, (_, index) => recover(`victim+${index}@example.com`)));
    expect((await recover("victim+last@example.com")).status).toBe(200);
    expect((await recover("victim@example.com")).status).toBe(200);
    await eventually(() => expect(mailsTo("victim@example.com")).toBe(1));
    expect(mailsTo("victim+last@example.com")).toBe(0);
  });

  it("are limited to ten a day when accounts request that mailbox as their new address", async () => {
    const codes = [];
    for (let count = 0; count < 11; count++) {
      const { session } = await backend.signUp();
      const reply = await backend.fetch("/auth/v1/user", {
        method: "PUT",
        headers: { apikey: backend.publishableKey, authorization: `Bearer ${session.access_token}` },
        body: JSON.stringify({ email: `target+${count}@example.com` }),
      });
      codes.push(reply.status);
    }
    expect(codes).toEqual([...Array(10).fill(200), 429]);
  });

  it("are limited to twenty notices a day across the mailbox's aliases, and the plain address has a separate limit", async () => {
    const queue = (recipient: string) =>
      backend.query(
        `insert into mail_queue (kind, dedupe_key, recipient)
         values ('password_changed', gen_random_uuid()::text, $1) returning id`,
        [recipient],
      );
    for (let count = 0; count < 20; count++)
      expect(await queue(`owner+${count}@example.com`)).toHaveLength(1);
    expect(await queue("Owner+more@example.com")).toEqual([]);
    expect(await queue("owner@example.com")).toHaveLength(1);
    expect(await queue("other+1@example.com")).toHaveLength(1);
  });
});

describe("password resets behind a proxy", () => {
  const askForReset = (app: ReturnType<typeof appBehind>, client: string, email: string) =>
    app.request(
      "/auth/v1/recover",
      {
        method: "POST",
        headers: {
          apikey: backend.publishableKey,
          "content-type": "application/json",
          "x-forwarded-for": `10.9.9.9, ${client}`,
        },
        body: JSON.stringify({ email }),
      },
      { incoming: { socket: { remoteAddress: "127.0.0.1" } } },
    );
  const appBehind = (proxies: string) =>
    createApp({
      backend: backend.running(),
      functions: { call: () => Promise.reject(new Error("no functions here")) },
      site: null,
      dev: null,
      trustedProxies: parseTrustedProxies(proxies) ?? undefined,
    });

  it("are limited per visitor if the proxy is trusted", async () => {
    const app = appBehind("127.0.0.1");
    const many = Array.from({ length: 120 }, (_, index) => index);
    const statuses = await Promise.all(
      many.map(
        async (index) => (await askForReset(app, `198.51.100.${index}`, `p${index}@example.com`)).status,
      ),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    const greedy = await Promise.all(
      many.map(async (index) => (await askForReset(app, "203.0.113.99", `q${index}@example.com`)).status),
    );
    expect(greedy.filter((status) => status === 429)).toHaveLength(20);
    expect((await askForReset(app, "198.51.100.200", "late@example.com")).status).toBe(200);
  });

  it("are limited per connection if the proxy is not trusted, even with a forged forwarding header", async () => {
    const app = appBehind("");
    const statuses = await Promise.all(
      Array.from({ length: 120 }, async (_, index) => {
        return (await askForReset(app, `198.51.100.${index}`, `r${index}@example.com`)).status;
      }),
    );
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });
});
