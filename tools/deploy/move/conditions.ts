import type { StoredDatabase } from "@academy/local-supabase";
import Stripe from "stripe";
import { databaseChanges } from "../database.ts";
import type { Deployment } from "../deployment.ts";
import type { Scope } from "./tables.ts";

const SESSIONS_AT_ONCE = 5;

/** Why the folder cannot be moved to this project, as sentences that say what to do. */
export async function faultsOf(
  deployment: Deployment,
  folder: StoredDatabase,
  scope: Scope,
): Promise<string[]> {
  const migrations = await migrationFaults(deployment, folder);
  // The other checks read tables that exist only with the same migrations.
  if (migrations.length > 0) return migrations;
  return [
    ...(await accountFaults(folder)),
    ...(scope.hasOrders ? await orderFaults(deployment, folder) : []),
  ];
}

const VERSIONS = "select version from supabase_migrations.schema_migrations order by version";

async function migrationFaults(deployment: Deployment, folder: StoredDatabase): Promise<string[]> {
  const { target, api } = deployment;
  if ((await databaseChanges(deployment)).length > 0)
    return [`The project lacks migrations of this checkout: run npm run deploy -- --to ${target} first.`];
  const theirs = (await api.query<{ version: string }>(VERSIONS)).map(({ version }) => version);
  const mine = (await folder.query<{ version: string }>(VERSIONS)).map(({ version }) => version);
  const missing = theirs.filter((version) => !mine.includes(version));
  const unknown = mine.filter((version) => !theirs.includes(version));
  return [
    ...(missing.length > 0
      ? [
          `The data folder lacks the migration(s) ${missing.join(", ")}: start it once with this checkout (npm start), and stop it again.`,
        ]
      : []),
    ...(unknown.length > 0
      ? [
          `The data folder has the migration(s) ${unknown.join(", ")}, which the project does not have: check out the newer release and deploy it first.`,
        ]
      : []),
  ];
}

async function accountFaults(folder: StoredDatabase): Promise<string[]> {
  const [found] = await folder.query<{ count: number }>("select count(*)::int as count from auth.users");
  return found?.count ? [] : ["The data folder has no accounts: there is nothing to move."];
}

/**
 * The project collects, refunds and confirms payments at its own payment account, so every order must be known there. An
 * order of the simulator, of test mode or of another account is not, and must not give access as if it had been paid.
 */
async function orderFaults({ stripe, target }: Deployment, folder: StoredDatabase): Promise<string[]> {
  const sessions = (
    await folder.query<{ id: string }>(
      "select checkout_session_id as id from public.orders where checkout_session_id is not null order by created_at",
    )
  ).map(({ id }) => id);
  let unknown = 0;
  for (let start = 0; start < sessions.length; start += SESSIONS_AT_ONCE) {
    const isKnown = await Promise.all(
      sessions.slice(start, start + SESSIONS_AT_ONCE).map((id) => isSessionOf(stripe, id)),
    );
    unknown += isKnown.filter((each) => !each).length;
  }
  if (unknown === 0) return [];
  return [
    `The payment account of ${target} does not know ${unknown} of ${sessions.length} order(s): they were made with the simulator of npm start, in test mode or with another account. Use the account that they were made with, or move the accounts and their work without orders, access and certificates: --without-orders.`,
  ];
}

async function isSessionOf(stripe: Stripe, id: string): Promise<boolean> {
  try {
    await stripe.checkout.sessions.retrieve(id);
    return true;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing")
      return false;
    throw error;
  }
}

type Left = {
  sessions: number;
  passkeys: number;
  phones: number;
  queued: number;
  issuers: { issuer: string; count: number }[];
  providers: { provider: string; count: number }[];
};
const LEFT = `select
  (select count(*)::int from auth.sessions) as sessions,
  (select count(*)::int from auth.mfa_factors where status = 'verified' and factor_type = 'webauthn') as passkeys,
  (select count(*)::int from auth.mfa_factors where status = 'verified' and factor_type = 'phone') as phones,
  (select count(*)::int from public.mail_queue where status = 'queued') as queued,
  (select coalesce(jsonb_agg(each), '[]') from (
    select credential::jsonb #>> '{issuer,id}' as issuer, count(*) from public.certificates group by 1) as each) as issuers,
  (select coalesce(jsonb_agg(each), '[]') from (
    select provider, count(distinct user_id) from auth.identities where provider <> 'email' group by 1) as each) as providers`;

/** What does not move, or needs the operator's attention, as sentences. */
export async function notesOn(
  { settings, functionsUrl }: Deployment,
  folder: StoredDatabase,
  scope: Scope,
): Promise<string[]> {
  const [left] = await folder.query<Left>(LEFT);
  if (!left) throw new Error("The data folder could not be read.");
  const { sessions, passkeys, phones, queued, issuers, providers } = left;
  const notes = [`${sessions} session(s) end: everyone signs in again, with the same password.`];
  const add = (isNeeded: boolean, note: string) => isNeeded && notes.push(note);
  add(
    passkeys > 0,
    `${passkeys} passkey(s) stay behind: their owners sign in without them and can add new ones. Tell them.`,
  );
  add(
    phones > 0 && !scope.hasPhones,
    `${phones} phone(s) stay behind as second factors, because PHONE_FACTORS is off. Tell their owners.`,
  );
  for (const { provider, count } of providers) {
    const isOn = Object.entries(settings).some(
      ([name, value]) => value && name === `SUPABASE_AUTH_EXTERNAL_${provider.toUpperCase()}_CLIENT_ID`,
    );
    add(!isOn, `${count} account(s) sign in with ${provider}, which the settings do not configure.`);
  }
  add(queued > 0, `${queued} queued email(s) will be sent from the new installation.`);
  if (scope.hasOrders)
    for (const { issuer, count } of issuers)
      add(
        issuer !== `${functionsUrl}/certificate-issuer`,
        `${count} certificate(s) name ${issuer} as their issuer: keep that address and …/certificate-status answering, with a redirect to ${functionsUrl}.`,
      );
  else notes.push("Orders, student IDs, access and certificates stay behind.");
  return notes;
}
