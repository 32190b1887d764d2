import { type Plan, plan } from "@supabase/pg-delta/plan";
import type { Catalogue, Row, TableRows } from "./catalogue.ts";

export type Difference = {
  /** SQL that changes the objects and rows of the first database into those of the second. */
  statements: string[];
  /** The statements among them that delete data. */
  destructive: string[];
  /**
   * Settings to change by hand, because the platform may forbid the statement, or because a diff cannot show why the
   * setting differs.
   */
  byHand: string[];
};

/** The changes that a migration must make to turn a database like `from` into one like `to`. */
export function differenceBetween(from: Catalogue, to: Catalogue): Difference {
  const { actions } = plan(from.facts, to.facts, {
    policy: {
      id: "academy",
      filter: [
        // The platform may forbid changes to its roles, so our settings for them are in Difference.byHand.
        { match: { all: [{ kind: "role" }, { verb: "set" }] }, action: "exclude" },
        // Unnecessary, because the owner has all rights anyway.
        {
          match: { all: [{ kind: "acl" }, { idField: { field: "grantee", glob: "postgres" } }] },
          action: "exclude",
        },
      ],
    },
  });
  const rows = differenceOfRows(from.rows, to.rows);
  return {
    statements: [...inSafeOrder(actions).map(({ sql }) => sql), ...rows],
    destructive: [
      ...actions.filter(({ dataLoss }) => dataLoss === "destructive").map(({ sql }) => sql),
      ...rows.filter((sql) => sql.startsWith("delete")),
    ],
    byHand: [
      ...from.settings.filter((each) => !to.settings.includes(each)).map((each) => `remove ${each}`),
      ...to.settings.filter((each) => !from.settings.includes(each)).map((each) => `add ${each}`),
    ],
  };
}

/**
 * Moves column grants to the end: pg-delta would revoke a table's default grants after the column grants, which would
 * revoke those too. Drops statements that set the owner, because the role that applies migrations already owns the
 * objects.
 */
function inSafeOrder(actions: Plan["actions"]): Plan["actions"] {
  const grantsColumns = ({ sql }: { sql: string }) => /^GRANT [^(]+\(.* ON TABLE /.test(sql);
  const needed = actions.filter(({ sql }) => !/ OWNER TO "postgres"$/.test(sql));
  return [...needed.filter((each) => !grantsColumns(each)), ...needed.filter(grantsColumns)];
}

const EMPTY: TableRows = { key: [], rows: [] };

function differenceOfRows(from: Catalogue["rows"], to: Catalogue["rows"]): string[] {
  return [...new Set([...to.keys(), ...from.keys()])].sort().flatMap((table) => {
    const key = (to.get(table) ?? from.get(table) ?? EMPTY).key;
    const keyOf = (row: Row) => JSON.stringify(key.map((column) => row[column]));
    const where = (row: Row) => key.map((column) => `${column} = ${literal(row[column])}`).join(" and ");
    const before = new Map((from.get(table) ?? EMPTY).rows.map((row) => [keyOf(row), row]));
    const after = new Map((to.get(table) ?? EMPTY).rows.map((row) => [keyOf(row), row]));
    const changes: string[] = [];
    for (const [id, row] of after) {
      const known = before.get(id);
      const columns = Object.keys(row);
      if (!known) {
        const values = columns.map((column) => literal(row[column]));
        changes.push(`insert into ${table} (${columns.join(", ")}) values (${values.join(", ")})`);
      } else if (JSON.stringify(known) !== JSON.stringify(row)) {
        const values = columns.map((column) => `${column} = ${literal(row[column])}`);
        changes.push(`update ${table} set ${values.join(", ")} where ${where(row)}`);
      }
    }
    for (const [id, row] of before)
      if (!after.has(id)) changes.push(`delete from ${table} where ${where(row)}`);
    return changes;
  });
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "null";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return `'${text.replaceAll("'", "''")}'`;
}
