import { expect, it } from "vitest";
import { movedTables, NOT_MOVED } from "../../tools/deploy/move/tables.ts";
import { withBackend } from "../support/backend.ts";

const backend = withBackend();
const everything = movedTables({ hasOrders: true, hasPhones: true });

it("each table of auth, public and private either moves or stays behind", async () => {
  const tables = await backend.query<{ name: string }>(
    "select schemaname || '.' || tablename as name from pg_tables where schemaname in ('auth', 'public', 'private')",
  );
  const known = [...everything.map(({ name }) => name), ...NOT_MOVED];
  expect(known.sort()).toEqual(tables.map(({ name }) => name).sort());
});

it("no table has a sequence, which would have to move too", async () => {
  expect(
    await backend.query("select sequencename from pg_sequences where schemaname in ('public', 'private')"),
  ).toEqual([]);
});

it("each column of an account moves, except links that were not used, sign-in data and passkeys", async () => {
  const left: string[] = [];
  for (const { name, columns } of everything) {
    if (!columns) continue;
    const stored = await backend.query<{ column_name: string }>(
      `select column_name from information_schema.columns
       where table_schema || '.' || table_name = $1 and is_generated = 'NEVER'`,
      [name],
    );
    left.push(
      ...stored.flatMap(({ column_name }) => (column_name in columns ? [] : [`${name}.${column_name}`])),
    );
  }
  expect(left.sort()).toEqual([
    "auth.mfa_factors.last_challenged_at",
    "auth.mfa_factors.web_authn_aaguid",
    "auth.mfa_factors.web_authn_credential",
    "auth.users.confirmation_sent_at",
    "auth.users.email_change_confirm_status",
    "auth.users.email_change_sent_at",
    "auth.users.phone_change_sent_at",
    "auth.users.reauthentication_sent_at",
    "auth.users.recovery_sent_at",
  ]);
});
