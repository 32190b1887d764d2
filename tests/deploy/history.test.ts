import { describe, expect, it } from "vitest";
import { historyFaults, type Migration } from "../../tools/deploy/database.ts";

const FILE: Migration = {
  version: "20261122000000",
  file: "20261122000000_first.sql",
  sql: "-- Orders.\ncreate table a (id int);\n\n/* the second */\ncreate table b (t text default ';');\n",
};
const STATEMENTS = [
  "-- Orders.\ncreate table a (id int)",
  "/* the second */\ncreate table b (t text default ';')",
];
const applied = (statements: string[] | null) => [{ version: FILE.version, statements }];

describe("the migration history of a deployment", () => {
  it("accepts a file that has the applied statements, with other comments or blank lines between them", () => {
    expect(historyFaults([FILE], applied(STATEMENTS))).toEqual([]);
    expect(historyFaults([FILE], applied(["create table a (id int)", STATEMENTS[1] ?? ""]))).toEqual([]);
  });

  it.each([
    ["changed", FILE.sql.replace("id int", "id bigint")],
    ["gained a statement at the end", `${FILE.sql}create table c ();`],
    ["gained a statement in the middle", FILE.sql.replace("/*", "drop table a; /*")],
    ["lost a statement", FILE.sql.replace(/create table b.*/, "")],
  ])("rejects a migration that %s after it was applied", (_, sql) => {
    expect(historyFaults([{ ...FILE, sql }], applied(STATEMENTS))).toEqual([
      "20261122000000_first.sql differs from what was applied to the database.",
    ]);
  });

  it("accepts newer migrations than the repository has, so that an earlier release can be deployed again", () => {
    const newer = { version: "20270101000000", statements: ["select 1"] };
    expect(historyFaults([FILE], [...applied(STATEMENTS), newer])).toEqual([]);
  });

  it("rejects a database with a migration that the repository does not have among its own", () => {
    const later: Migration = { version: "20270101000000", file: "20270101000000_later.sql", sql: "select 1" };
    expect(historyFaults([later], applied(STATEMENTS))).toEqual([
      "The database has the migration 20261122000000, which this repository does not have.",
    ]);
  });

  it("accepts a migration whose statements were not recorded, and one that is not applied yet", () => {
    expect(historyFaults([FILE], applied(null))).toEqual([]);
    expect(historyFaults([FILE], [])).toEqual([]);
  });
});
