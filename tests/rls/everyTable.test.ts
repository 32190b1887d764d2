import { describe, expect, it } from "vitest";
import { withBackend } from "../support/server/backend.ts";
import { EXECUTES, FUNCTIONS, OPERATIONS, PRIVATE_FUNCTIONS, RELATIONS, type Relation } from "./matrix.ts";
import { ACTORS, roleOf } from "./people.ts";

const ROLES = ["anon", "authenticated", "service_role"] as const;
type Privilege = (typeof OPERATIONS)[number];

const backend = withBackend();

describe("the exposed schema", () => {
  it("has no table without row-level security", async () => {
    const open = await backend.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`,
    );
    expect(open).toEqual([]);
  });

  it("grants each role exactly what the matrix lists", async () => {
    for (const [table, relation] of Object.entries(RELATIONS)) {
      for (const role of ROLES) expect(await privileges(role, table), table).toEqual(needed(role, relation));
    }
  });

  it("allows no role to truncate a table, reference it or create triggers on it", async () => {
    const excess = await backend.query(
      `select relname, role from pg_class, unnest(array['anon', 'authenticated', 'service_role']) as role
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and has_table_privilege(role, oid, 'truncate, references, trigger')`,
    );
    expect(excess).toEqual([]);
  });

  it("has no callable function that is not listed for its role", async () => {
    expect(await callable("public")).toEqual(
      Object.fromEntries(Object.entries(FUNCTIONS).map(([name, caller]) => [name, EXECUTES[caller]])),
    );
  });

  it("exposes only those functions of the private schema that policies call", async () => {
    expect(await callable("private")).toEqual(sorted(PRIVATE_FUNCTIONS));
    const usable = await backend.query(
      `select role from unnest(array['anon', 'authenticated']) as role
       where has_schema_privilege(role, 'private', 'usage')`,
    );
    expect(usable).toEqual([]);
  });

  it("protects every table, view and function with personal data while a sign-in is incomplete", async () => {
    const tables = await backend.query<{ name: string; rules: string | null }>(
      `select relname as name, (
         select string_agg(polcmd::text || ' ' || polroles::regrole[]::text || ' ' || pg_get_expr(polqual, polrelid), '')
         from pg_policy where polrelid = pg_class.oid and not polpermissive) as rules
       from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and has_any_column_privilege('authenticated', oid, 'select, insert, update')`,
    );
    expect(tables.length).toBeGreaterThan(10);
    const asks = "( SELECT private.require_full_session() AS require_full_session)";
    for (const { name, rules } of tables) {
      const condition = name === "lessons" ? `(is_preview OR ${asks})` : asks;
      expect([name, rules]).toEqual([name, `* {authenticated} ${condition}`]);
    }

    const views = await backend.query<{ name: string; sql: string }>(
      `select relname as name, pg_get_viewdef(oid) as sql from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
         and has_any_column_privilege('authenticated', oid, 'select')`,
    );
    expect(views.filter(({ sql }) => !sql.includes(`AND ${asks}`))).toEqual([]);

    const functions = await backend.query<{ name: string; body: string }>(
      `select proname as name, prosrc as body from pg_proc
       where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute')`,
    );
    const careless = functions.filter(
      ({ body }) => !/private\.require_(full_session|learner|reviewer|staff)\(/.test(body),
    );
    expect(careless.map(({ name }) => name)).toEqual([]);
  });

  it("has a comment on every table", async () => {
    const silent = await backend.query(
      `select relname from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')
         and obj_description(oid, 'pg_class') is null`,
    );
    expect(silent).toEqual([]);
  });
});

/** The privileges without which no actor of this role could do what the matrix lists. */
function needed(role: string, relation: Relation): Privilege[] {
  return OPERATIONS.filter((operation) =>
    ACTORS.some((actor, index) => roleOf(actor) === role && relation[operation][index] !== "denied"),
  );
}

async function privileges(role: string, table: string): Promise<Privilege[]> {
  const rows = await backend.query<{ privilege: Privilege }>(
    `select privilege from unnest($1::text[]) as privilege
     where case when privilege = 'delete' then has_table_privilege($2, $3, privilege)
       else has_any_column_privilege($2, $3, privilege) end`,
    [OPERATIONS, role, `public.${table}`],
  );
  return rows.map(({ privilege }) => privilege);
}

async function callable(schema: string): Promise<Record<string, string[]>> {
  const rows = await backend.query<{ name: string; roles: string[] }>(
    `select proname as name, array_agg(distinct role order by role) as roles
     from pg_proc, unnest(array['anon', 'authenticated', 'service_role']) as role
     where pronamespace = $1::regnamespace and has_function_privilege(role, oid, 'execute')
     group by proname order by proname`,
    [schema],
  );
  return Object.fromEntries(rows.map(({ name, roles }) => [name, roles]));
}

function sorted(record: Record<string, string[]>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(record).map(([name, roles]) => [name, [...roles].sort()]));
}
