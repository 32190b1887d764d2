import { randomUUID } from "node:crypto";
import { type Backend, type BackendKeys, type BackendOptions, newSigningKey } from "@academy/local-supabase";
import { startBackend, TEST_PASSWORD_COST } from "@academy/local-supabase/testing";
import { createClient, type Session, type SupabaseClient } from "@supabase/supabase-js";
import { afterAll, beforeAll } from "vitest";
import { SUPABASE_PROJECT } from "../../../server/supabaseProject.ts";
import { COURSE_ID } from "../../../src/domain/ids.ts";
import type { Tier } from "../../../src/domain/sales/plans.ts";
import { type ReplicaDatabase, serverOf, startMigratedDatabase } from "../../replica/database.ts";
import { publishOutlineSql } from "../outline.ts";
import { createAccount } from "./createAccount.ts";

const API_URL = "http://academy.test";
const KEYS: BackendKeys = {
  jwtSecret: "a-secret-for-tests-only-0123456789abcdef",
  signingKeys: [newSigningKey()],
  secretKey: "sb_secret_for_tests_only_0123456789",
  publishableKey: "sb_publishable_for_tests_0123456789",
};

export type Learner = { id: string; email: string; password: string; session: Session };
export type TestBackend = ReturnType<typeof withBackend>;

/** Set by the project "replica" of vitest.config.ts: each file gets a database of the replica. */
const IS_ON_REPLICA = process.env.ACADEMY_REPLICA === "1";

/**
 * One backend for the tests of a file, with the project's schema and no data except the outline of the course: embedded, or
 * on the replica of a hosted database. Call it at the top of the file. The tests share it, so each creates its own learners.
 */
export function withBackend(
  options: Partial<Pick<BackendOptions, "providers" | "onAuthMail" | "onAuthText" | "signUpsPerHour">> = {},
) {
  let started: Backend | undefined;
  let database: ReplicaDatabase | undefined;
  const open = () =>
    startBackend({
      dataDir: ":memory:",
      keys: KEYS,
      siteUrl: API_URL,
      passwordCost: TEST_PASSWORD_COST,
      ...SUPABASE_PROJECT,
      ...(database ? { server: serverOf(database) } : {}),
      onAuthMail: async () => undefined,
      ...options,
    });
  beforeAll(async () => {
    if (IS_ON_REPLICA) database = await startMigratedDatabase();
    started = await open();
    await started.query(publishOutlineSql());
  });
  afterAll(async () => {
    await started?.close();
    database?.stop();
  });

  const backend = (): Backend => {
    if (!started) throw new Error("the backend starts with the first test and cannot be used before that");
    return started;
  };
  const send = (request: Request): Promise<Response> => {
    return backend().fetch(request);
  };
  const client = (key: string): SupabaseClient =>
    createClient(API_URL, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch: (input, init) => send(new Request(input, init)) },
    });
  /** Runs SQL as superuser. */
  const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => backend().query<T>(sql, params);

  return {
    /** Plain HTTP, for requests that no client would send. */
    fetch: (path: string, init?: RequestInit) => send(new Request(`${API_URL}${path}`, init)),
    /** Like `fetch`, but from the given network address, which the rate limits count. */
    fetchFrom: (request: Request, peerAddress: string) => backend().fetch(request, peerAddress),
    running: backend,
    /** Stops the API of the replica, so that its database can be stopped too, and starts it again after `work`. */
    async pause<T>(work: (replica: ReplicaDatabase) => T): Promise<T> {
      if (!database) throw new Error("this test needs the replica: see vitest.config.ts");
      await backend().close();
      const result = work(database);
      started = await open();
      return result;
    },
    query,
    publishableKey: KEYS.publishableKey,
    secretKey: KEYS.secretKey,
    /** A plain client of the service role. */
    service: () => client(KEYS.secretKey),

    /** A plain client of a signed-in learner, or of a visitor. Each call is another device. */
    async clientFor(learner?: Learner): Promise<SupabaseClient> {
      const plain = client(KEYS.publishableKey);
      if (!learner) return plain;
      // Reuses the session of the sign-up, because signing in would compute a slow password hash in every test.
      const { error } = await plain.auth.setSession(learner.session);
      if (error) throw error;
      return plain;
    },

    /** Creates a new learner and signs in. */
    async signUp(name: { firstName?: string; lastName?: string } = {}): Promise<Learner> {
      const account = { email: `${randomUUID()}@example.com`, password: "correct horse battery" };
      const person = { ...account, firstName: name.firstName ?? "Ada", lastName: name.lastName ?? "Obi" };
      const { user, session } = await createAccount(
        client(KEYS.secretKey),
        client(KEYS.publishableKey),
        person,
      );
      return { id: user.id, ...account, session };
    },

    /** Enrols by a paid order, the only way to enrol. The order is old, so work from any time in the tests is valid. */
    async enrol(learner: Learner, tier: Tier = "student"): Promise<void> {
      const [order] = await query<{ id: string }>(
        `insert into public.orders (tier, plan, price_id, subtotal_pence, vat_pence, total_pence, email, first_name,
           last_name, claim_token_hash, user_id)
         values ($3, 'full', 'academy_' || $3 || '_full', 5000, 1000, 6000, $1, 'Ada', 'Obi', repeat('0', 64), $2)
         returning id`,
        [learner.email, learner.id, tier],
      );
      await query("update public.orders set status = 'paid', paid_at = now() where id = $1", [order?.id]);
      await query("update auth.users set created_at = '2025-01-01' where id = $1", [learner.id]);
      await query("update public.course_enrollments set started_at = '2025-01-01' where user_id = $1", [
        learner.id,
      ]);
    },

    /** Marks the password as temporary, as the credentials email does. */
    async requirePasswordChange(learner: Learner): Promise<void> {
      await query(
        `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"must_change_password": true}' where id = $1`,
        [learner.id],
      );
    },

    /** Ends the enrolment, as a full refund does. */
    async refund(learner: Learner): Promise<void> {
      await query("update public.orders set status = 'refunded' where user_id = $1 and course_id = $2", [
        learner.id,
        COURSE_ID,
      ]);
    },
  };
}
