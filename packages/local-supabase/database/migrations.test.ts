import { rmSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { withDataFolders } from "../testing/dataFolders.ts";
import { migrationsFolder, startTestBackend } from "../testing.ts";
import { readMigrations } from "./migrations.ts";

const FIRST = {
  "20260101000000_first.sql": "create table public.a (id int); insert into public.a values (1);",
};

const dataFolder = withDataFolders();

test("each migration runs once and is recorded in the format of the Supabase CLI", async () => {
  const folder = dataFolder();
  for (const _start of ["first", "second"]) {
    await using backend = await startTestBackend(FIRST, { dataDir: folder });
    expect(await backend.query("select * from public.a")).toEqual([{ id: 1 }]);
    expect(
      await backend.query("select version, name, statements from supabase_migrations.schema_migrations"),
    ).toEqual([
      {
        version: "20260101000000",
        name: "first",
        statements: ["create table public.a (id int)", "insert into public.a values (1)"],
      },
    ]);
  }
});

test("a revoked grant is still revoked when the data folder is opened again (S-074)", async () => {
  const folder = dataFolder();
  const revoking = {
    "20260101000000_first.sql": `
      create table public.a (id int);
      alter table public.a enable row level security;
      create policy everyone on public.a for all to anon using (true) with check (true);
      revoke delete, insert on public.a from anon;
      alter default privileges in schema public revoke all on tables from anon;
      create table public.b (id int);`,
  };
  for (const _start of ["first", "second"]) {
    await using backend = await startTestBackend(revoking, { dataDir: folder });
    const visitor = backend.client();
    expect((await visitor.from("a").select()).error).toBeNull();
    expect((await visitor.from("a").insert({ id: 1 })).error).toMatchObject({ code: "42501" });
    expect((await visitor.from("a").delete().eq("id", 1)).error).toMatchObject({ code: "42501" });
    expect((await visitor.from("b").select()).error).toMatchObject({ code: "42501" });
  }
});

test("a failing migration is rolled back and aborts the start, naming its file and Postgres' reason", async () => {
  const folder = dataFolder();
  const broken = {
    ...FIRST,
    "20260102000000_second.sql": "create table public.b (id int); select * from missing;",
  };
  await expect(startTestBackend(broken, { dataDir: folder })).rejects.toThrow(
    /20260102000000_second\.sql failed at statement 2 of 2: relation "missing" does not exist/,
  );
  const fixed = { ...FIRST, "20260102000000_second.sql": "create table public.b (id int);" };
  await using backend = await startTestBackend(fixed, { dataDir: folder });
  expect(await backend.query("select * from public.b")).toEqual([]);
});

test("an older version of the server rejects the data folder of a newer version", async () => {
  const folder = dataFolder();
  const newer = await startTestBackend(
    { ...FIRST, "20260102000000_second.sql": "select 1;" },
    { dataDir: folder },
  );
  await newer.close();
  await expect(startTestBackend(FIRST, { dataDir: folder })).rejects.toThrow(
    /another version.*20260102000000/,
  );
});

test("the backend rejects a data folder from before the baseline migration, with its name in the error", async () => {
  const folder = dataFolder();
  const earlier = await startTestBackend({ "20251231000000_squashed.sql": "select 1;" }, { dataDir: folder });
  await earlier.close();
  await expect(startTestBackend(FIRST, { dataDir: folder })).rejects.toThrow(
    `The data folder ${folder} was created by an earlier version`,
  );
});

test("the backend rejects two migrations with the same version before opening anything", () => {
  const folder = migrationsFolder({ ...FIRST, "20260101000000_other.sql": "select 1;" });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(() => readMigrations(folder)).toThrow(/20260101000000_first\.sql and 20260101000000_other\.sql/);
});
