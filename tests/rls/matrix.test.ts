import type { PostgrestError } from "@supabase/supabase-js";
import { beforeAll, describe, expect, it } from "vitest";
import { contentsOf, outcomes, progressRow, pull } from "../support/sentRows.ts";
import { withBackend } from "../support/server/backend.ts";
import {
  BUCKETS,
  type BucketOperation,
  CALLERS,
  FUNCTIONS,
  OPERATIONS,
  RELATIONS,
  type Relation,
  SIGNED_IN,
} from "./matrix.ts";
import { ACTORS, type Actor, type Cast, gather, personOf, roleOf, targetOf } from "./people.ts";

const FORBIDDEN = "42501";
const LEARNERS = ["otherTier", "owner", "expired", "guest", "secured"];

const backend = withBackend();
let cast: Cast;
beforeAll(async () => {
  cast = await gather(backend);
});

const refusal = (error: PostgrestError) => (error.code === FORBIDDEN ? "denied" : JSON.stringify(error));
const declared = (row: readonly string[]) =>
  Object.fromEntries(ACTORS.map((actor, index) => [actor, row[index]]));
/** The result of `ask` for each actor, one after the other. */
async function byActor<T>(ask: (actor: Actor) => Promise<T>, actors: readonly Actor[] = ACTORS) {
  const answers: Partial<Record<Actor, T>> = {};
  for (const actor of actors) answers[actor] = await ask(actor);
  return answers;
}

/** The keys and versions of the rows, by their owner. */
type Rows = Map<string, Map<string, string>>;

async function rowsOf(name: string, { key, whose, source }: Relation): Promise<Rows> {
  const found = await backend.query<{ whose: string | null; key: string; version: string }>(
    `select (${whose})::text as whose, concat_ws('/', ${key.map((each) => `t.${each}`)}) as key, t.xmin::text as version
     from public.${source ?? name} as t order by key`,
  );
  const people = new Map(Object.entries(cast.ids).map(([person, id]) => [id, person]));
  const rows: Rows = new Map();
  for (const row of found) {
    const label = people.get(row.whose ?? "") ?? row.whose ?? "nobody";
    rows.set(label, (rows.get(label) ?? new Map()).set(row.key, row.version));
  }
  return rows;
}

/** Describes in one word whose rows were reached. */
function outcomeOf(reached: string[], rows: Rows, actor: Actor): string {
  if (reached.length === 0) return "none";
  if (reached.length === rows.size) return "all";
  return reached.map((label) => (label === personOf(actor) ? "own" : label)).join(" and ");
}

async function read(name: string, relation: Relation) {
  const rows = await rowsOf(name, relation);
  return byActor(async (actor) => {
    const { data, error } = await cast.clients[actor].from(name).select(relation.key.join());
    if (error) return refusal(error);
    // The client cannot infer the type, because the columns are chosen at run time.
    const found = data as unknown as Record<string, unknown>[];
    const seen = new Set(found.map((row) => relation.key.map((column) => row[column]).join("/")));
    const reached = [...rows].flatMap(([label, all]) => {
      const count = [...all.keys()].filter((key) => seen.has(key)).length;
      if (count === 0) return [];
      return count === all.size ? [label] : [`part of ${label}`];
    });
    return outcomeOf(reached, rows, actor);
  });
}

/**
 * Writes without a filter and without returning rows, so that no right to read is needed. A superuser checks the
 * result.
 */
async function write(operation: "insert" | "update" | "delete", name: string, relation: Relation) {
  let before = await rowsOf(name, relation);
  const changed = async () => {
    const after = await rowsOf(name, relation);
    const all = new Map([...before, ...after]);
    const labels = [...all.keys()].filter((label) => !isSame(before.get(label), after.get(label)));
    before = after;
    return { labels, all };
  };
  const answers = await byActor(async (actor) => {
    const row = operation === "insert" ? await newRow(name, relation, actor) : {};
    const table = cast.clients[actor].from(name);
    // `never`: the client cannot infer the type of a row when the table is chosen at run time.
    const { error } = await {
      insert: () => table.insert(row as never),
      update: () => table.update(relation.change as never),
      delete: () => table.delete(),
    }[operation]();
    if (error) return refusal(error);
    const { labels, all } = await changed();
    return outcomeOf(labels, all, actor);
  });
  expect((await changed()).labels, "a rejected call changed rows").toEqual([]);
  return answers;
}

function isSame(some: ReturnType<Rows["get"]>, others: ReturnType<Rows["get"]>): boolean {
  return JSON.stringify([...(some ?? [])]) === JSON.stringify([...(others ?? [])]);
}

/** A copy of an existing row, so that the sender is the only reason to reject it. */
async function newRow(name: string, relation: Relation, actor: Actor): Promise<Record<string, unknown>> {
  const [found] = await backend.query<{ row: Record<string, unknown>; columns: string[] }>(
    `select to_jsonb(t) as row, array(
       select attname from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''
         -- A column that may not be written would hide whether the others may.
         and (has_column_privilege($2, attrelid, attnum, 'insert')
           or not has_any_column_privilege($2, attrelid, 'insert'))) as columns
     from public.${relation.source ?? name} as t order by ((${relation.whose})::text = $3) desc nulls last limit 1`,
    [`public.${name}`, roleOf(actor), cast.ids[targetOf(actor)]],
  );
  const copy = { ...found?.row, ...relation.fresh?.(actor) };
  return Object.fromEntries((found?.columns ?? []).map((column) => [column, copy[column]]));
}

describe("the access matrix", () => {
  it("has a row for every relation, function and bucket", async () => {
    const names = async (sql: string) =>
      (await backend.query<{ name: string }>(sql)).map(({ name }) => name).sort();
    const relations = await names(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')`,
    );
    expect(relations).toEqual(Object.keys(RELATIONS).sort());
    const functions = await names(
      "select proname as name from pg_proc where pronamespace = 'public'::regnamespace",
    );
    expect(functions).toEqual(Object.keys(FUNCTIONS).sort());
    expect(await names("select id as name from storage.buckets")).toEqual(Object.keys(BUCKETS));
  });

  it("lists the columns for each role that may use only some of them", async () => {
    const partly = await backend.query<{ relation: string; what: string; columns: string[] }>(
      `select relname as relation, role || ' ' || privilege as what, array_agg(attname order by attname) as columns
       from pg_class, pg_attribute, unnest(array['anon', 'authenticated', 'service_role']) as role,
         unnest(array['select', 'insert', 'update']) as privilege
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f') and attrelid = pg_class.oid
         and attnum > 0 and not attisdropped and not has_table_privilege(role, pg_class.oid, privilege)
         and has_column_privilege(role, pg_class.oid, attnum, privilege)
       group by 1, 2`,
    );
    const listed = Object.entries(RELATIONS).flatMap(([relation, { only }]) =>
      Object.entries(only ?? {}).map(([what, columns]) => ({ relation, what, columns })),
    );
    const sorted = (all: { relation: string; what: string }[]) =>
      all.toSorted((a, b) => `${a.relation} ${a.what}`.localeCompare(`${b.relation} ${b.what}`));
    expect(sorted(partly)).toEqual(sorted(listed));
  });
});

describe.each(Object.entries(RELATIONS))(
  "the relation %s (S-047, S-057, S-074, S-082, S-083)",
  (name, relation) => {
    it("contains rows of every learner or of the server, so that a leak would show", async () => {
      const owners = [...(await rowsOf(name, relation)).keys()];
      expect(owners).not.toEqual([]);
      if (owners.includes("owner")) expect(owners).toEqual(expect.arrayContaining(LEARNERS));
    });

    it.each(OPERATIONS)("allows each actor to %s exactly what the matrix lists", async (operation) => {
      const answers = operation === "select" ? read(name, relation) : write(operation, name, relation);
      expect(await answers).toEqual(declared(relation[operation]));
    });
  },
);

describe("the database functions", () => {
  it("reject every actor who may not call them, and change nothing", async () => {
    const samples: Record<string, unknown> = {
      uuid: cast.ids.owner,
      text: "x",
      integer: 1,
      bigint: 0,
      boolean: true,
      jsonb: {},
      "integer[]": [3, 3, 3, 3, 3],
      "text[]": ["a", "b", "c", "d", "e"],
      date: "2026-11-23",
      "timestamp with time zone": new Date().toISOString(),
    };
    const found = await backend.query<{ name: string; args: [string, string][] }>(
      `select proname as name, (
         select coalesce(jsonb_agg(jsonb_build_array(proargnames[place], format_type(type, null))), '[]')
         from unnest(proargtypes) with ordinality as each (type, place)) as args
       from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    const everything = async () => {
      const all: Rows[] = [];
      for (const [name, relation] of Object.entries(RELATIONS)) all.push(await rowsOf(name, relation));
      return all;
    };
    const before = await everything();
    for (const { name, args } of found) {
      const callers = CALLERS[FUNCTIONS[name] ?? "server"];
      // Skips the service role, because its calls would change rows. everyTable.test.ts reads what it may call.
      const refused = ACTORS.filter((actor) => actor !== "service" && !callers.includes(actor));
      const values = Object.fromEntries(args.map(([arg, type]) => [arg, samples[type]]));
      const answers = await byActor(async (actor) => {
        const { error } = await cast.clients[actor].rpc(name, values);
        return error ? refusal(error) : "runs";
      }, refused);
      expect(answers, name).toEqual(Object.fromEntries(refused.map((actor) => [actor, "denied"])));
    }
    expect(await everything()).toEqual(before);
  });

  it("that learners may call return and store only the caller's own data", async () => {
    const tables = { progress: "course_progress", attempt: "quiz_attempts", capstone: "capstone_hand_ins" };
    const pulled = await byActor((actor) => pull(cast.clients[actor], 0), SIGNED_IN);
    for (const [actor, reply] of Object.entries(pulled)) {
      const person = personOf(actor as Actor) ?? "";
      for (const [kind, table] of Object.entries(tables)) {
        const own = (await rowsOf(table, RELATIONS[table] as Relation)).get(person)?.size ?? 0;
        expect(contentsOf(reply, kind), `${kind} of ${person}`).toHaveLength(own);
      }
      const notes = contentsOf(reply, "note").map(({ body }) => body);
      expect(notes).toEqual(person === "stranger" ? [] : [`Note of ${person}`]);
    }

    const left = await byActor(
      async (actor) => (await cast.clients[actor].rpc("recovery_codes_left")).data,
      SIGNED_IN,
    );
    expect(left).toEqual({ stranger: 0, otherTier: 1, owner: 1, expired: 1, aal2: 1 });

    const pushed = await byActor(
      (actor) => outcomes(cast.clients[actor], [progressRow("5", new Date().toISOString())]),
      SIGNED_IN,
    );
    const [ok, refused] = [["ok"], ["not_entitled"]];
    expect(pushed).toEqual({
      stranger: refused,
      otherTier: ok,
      owner: ok,
      expired: refused,
      aal2: ok,
    });
  });

  it("create recovery codes for an aal2 session only, and replace only the caller's own", async () => {
    const codes = () => rowsOf("recovery_codes", RELATIONS.recovery_codes as Relation);
    const before = await codes();
    expect((await cast.clients.aal2.rpc("create_recovery_codes")).data).toHaveLength(10);
    const after = await codes();
    expect(after.get("secured")?.size).toBe(10);
    for (const label of ["owner", "otherTier", "expired", "guest"])
      expect(after.get(label)).toEqual(before.get(label));
  });
});

describe("every schema except public", () => {
  it("is inaccessible to every actor, including the service role", async () => {
    const others = await backend.query<{ schema: string; name: string }>(
      `select nspname as schema, min(relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
       where nspname not in ('public', 'pg_toast') and relkind in ('r', 'v') group by 1`,
    );
    expect(others.map(({ schema }) => schema)).toEqual(
      expect.arrayContaining(["auth", "private", "storage", "supabase_migrations"]),
    );
    for (const { schema, name } of others) {
      for (const actor of ["anonymous", "owner", "service"] as const) {
        const { error } = await cast.clients[actor].schema(schema).from(name).select();
        expect(error?.code, `${actor} in ${schema}`).toBe("PGRST106");
      }
    }
  });
});

describe.each(Object.entries(BUCKETS))("the bucket %s", (name, operations) => {
  const FILE = "card.png";
  const options = { contentType: "image/png" };
  const bytes = (text: string) => new TextEncoder().encode(text);
  const of = (actor: Actor) => cast.clients[actor].storage.from(name);
  const attempts: Record<BucketOperation, (actor: Actor) => Promise<{ data: unknown; error: unknown }>> = {
    list: (actor) => of(actor).list(),
    read: (actor) => of(actor).download(FILE),
    sign: (actor) => of(actor).createSignedUrl(FILE, 60),
    write: (actor) => of(actor).upload(`${actor}.png`, bytes("theirs"), options),
    replace: (actor) => of(actor).update(FILE, bytes("theirs"), options),
    copy: (actor) => of(actor).copy(FILE, `${actor}-copy.png`),
    move: (actor) => of(actor).move(FILE, `${actor}-moved.png`),
    open: (actor) => cast.clients[actor].storage.updateBucket(name, { public: true }),
    drop: (actor) => cast.clients[actor].storage.deleteBucket(name),
    remove: (actor) => of(actor).remove([FILE]),
  };
  const files = () => backend.query("select name, version from storage.objects order by name");
  const settings = () => backend.query("select * from storage.buckets");

  it.each(Object.entries(operations))(
    "allows each actor to %s exactly what the matrix lists",
    async (operation, row) => {
      const put = await of("service").upload(FILE, bytes("card"), { ...options, upsert: true });
      expect(put.error).toBeNull();
      const before = [await files(), await settings()];
      const answer = async (actor: Actor) => {
        const { data, error } = await attempts[operation as BucketOperation](actor);
        if (error) return "denied";
        return Array.isArray(data) && data.length === 0 ? "none" : "all";
      };
      const others = await byActor(
        answer,
        ACTORS.filter((actor) => actor !== "service"),
      );
      expect([await files(), await settings()]).toEqual(before);
      expect(await (await of("service").download(FILE)).data?.text()).toBe("card");
      expect((await backend.fetch(`/storage/v1/object/public/${name}/${FILE}`)).ok).toBe(false);
      expect({ ...others, service: row.at(-1) === "denied" ? "denied" : await answer("service") }).toEqual(
        declared(row),
      );
    },
  );
});
