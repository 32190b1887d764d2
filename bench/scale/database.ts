import { readFileSync } from "node:fs";
import { SignJWT } from "jose";
import { Client } from "pg";
import { LESSON_IDS } from "../../src/domain/ids.ts";
import { pushMigrations } from "../../tests/replica/cli.ts";
import { type HostedServices, startHostedServices } from "../../tests/replica/replica.ts";
import { lessonPack } from "../../tests/support/lessons.ts";
import { publishOutlineSql } from "../../tests/support/outline.ts";
import { startProviderProxy } from "../../tests/support/providerProxy.ts";

const YEAR = new URL("./year.sql", import.meta.url);
/** As many connections as a small project's pooler opens. */
const CONNECTIONS = 15;
const TOKEN_LIFETIME = "4h";

/** `token` is the access token of the session. */
export type Learner = { id: string; session: string; token: string };
/** A connection that the pool lends for one transaction at a time. */
export type Lend = <Result>(work: (client: Client) => Promise<Result>) => Promise<Result>;
export type ScaleDatabase = Pick<HostedServices, "api" | "functionSecrets"> & {
  /** Checkout sessions that the payment provider returns, by id. */
  sessions: Map<string, object>;
  /** As superuser, for set-up and checks. */
  admin: Client;
  connectAsAdmin(): Promise<Client>;
  learners(group: string): Promise<Learner[]>;
  /** Runs `work` on the next free connection of PostgREST's role. Callers wait in order of arrival. */
  lend: Lend;
};

/** Group name → number of learners and the changes that each has sent. */
export type Groups = Record<string, { learners: number; changes: number }>;

/** Starts the replica of a hosted project (tests/replica), without its site, and simulates a year (year.sql). */
export async function startScaleDatabase(
  groups: Groups,
  onEnd: (close: () => Promise<unknown>) => void,
): Promise<ScaleDatabase> {
  const { api, close, database, functionSecrets, siteUrl } = await startHostedServices({
    connections: CONNECTIONS,
  });
  onEnd(close);
  await pushMigrations(database.url);
  const connect = async (login: "authenticator" | "supabase_admin") => {
    const client = new Client({ connectionString: database.urlOf(login) });
    await client.connect();
    onEnd(() => client.end());
    return client;
  };
  const admin = await connect("supabase_admin");
  await seedYear(admin, groups);
  const sessions = new Map<string, object>();
  const provider = await startProviderProxy(functionSecrets.STRIPE_API_URL ?? "");
  onEnd(provider.close);
  provider.setIntercept(async ({ path }) => {
    const session = sessions.get(path.slice("/v1/checkout/sessions/".length));
    return session && { status: 200, json: session };
  });
  await api.serveFunctions({ ...functionSecrets, STRIPE_API_URL: provider.url });
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => connect("authenticator")));
  const [key] = api.keys.signingKeys;
  const sign = async (learner: Pick<Learner, "id" | "session">): Promise<Learner> => {
    const claims = { role: "authenticated", aal: "aal1", session_id: learner.session };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: "ES256", kid: key.kid, typ: "JWT" })
      .setIssuer(`${siteUrl}/auth/v1`)
      .setAudience("authenticated")
      .setSubject(learner.id)
      .setIssuedAt()
      .setExpirationTime(TOKEN_LIFETIME)
      .sign(key);
    return { ...learner, token };
  };
  return {
    api,
    functionSecrets,
    sessions,
    admin,
    connectAsAdmin: () => connect("supabase_admin"),
    lend: lender(clients),
    async learners(group) {
      const sql = "select id, session from scale_learners where group_name = $1 order by number";
      return Promise.all((await admin.query<Learner>(sql, [group])).rows.map(sign));
    },
  };
}

function lender(free: Client[]): Lend {
  const waiting: ((client: Client) => void)[] = [];
  return async (work) => {
    const client = free.shift() ?? (await new Promise<Client>((resolve) => waiting.push(resolve)));
    try {
      return await work(client);
    } finally {
      const next = waiting.shift();
      if (next) next(client);
      else free.push(client);
    }
  };
}

/** The course's outline and lessons, and a year of these learners (year.sql). */
async function seedYear(admin: Client, groups: Groups): Promise<void> {
  await admin.query(publishOutlineSql());
  for (const lessonId of LESSON_IDS) {
    await admin.query(
      `insert into lessons (course_id, lesson_id, version, hash, bytes, is_preview, pack)
       values ('ai-fluency-30-days', $1, 1, repeat('0', 64), 1, false, $2)`,
      [lessonId, lessonPack(lessonId)],
    );
  }
  await admin.query("create table scale_groups (name text, learners integer, changes integer)");
  for (const [name, { learners, changes }] of Object.entries(groups))
    await admin.query("insert into scale_groups values ($1, $2, $3)", [name, learners, changes]);
  await admin.query(readFileSync(YEAR, "utf8"));
  await admin.query("vacuum (analyze)");
}

/** Runs one call as PostgREST does: a transaction with the caller's role and claims. */
export async function callAs<Result>(
  client: Client,
  caller: Pick<Learner, "id" | "session"> | "service_role",
  sql: string,
  params: unknown[],
): Promise<Result> {
  const [role, id, claims] =
    caller === "service_role"
      ? [caller, "", { role: caller }]
      : ["authenticated", caller.id, { role: "authenticated", sub: caller.id, session_id: caller.session }];
  await client.query("begin");
  try {
    await client.query(
      `select set_config('role', $1, true), set_config('request.jwt.claim.sub', $2, true),
         set_config('request.jwt.claims', $3, true)`,
      [role, id, JSON.stringify(claims)],
    );
    const { rows } = await client.query<{ result: Result }>(sql, params);
    await client.query("commit");
    const [row] = rows;
    if (!row) throw new Error(`no result: ${sql}`);
    return row.result;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}
