import { open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import type { Kind, StripeObject } from "./api/kind.ts";

/** Objects are replaced, never mutated, so an earlier snapshot stays unchanged. */
export type Store = {
  get<T extends StripeObject>(kind: Kind<T>, id: string): T | undefined;
  /** Newest first, as in Stripe's lists. */
  all<T extends StripeObject>(kind: Kind<T>): T[];
  put<T extends StripeObject>(kind: Kind<T>, object: NoInfer<T>): T;
  remove(kind: Kind<StripeObject>, id: string): void;
  /** Runs `work`; if it throws, everything it put or removed is undone. */
  atomically<R>(work: () => R): R;
  /** Resolves when everything written before the call is on disk. */
  flush(): Promise<void>;
};

/** Opens the state stored at `path`. Null opens an empty one that is never saved. */
export async function openStore(path: string | null): Promise<Store> {
  const tables = new Map<string, Map<string, StripeObject>>();
  for (const [name, rows] of Object.entries(path ? await readState(path) : {})) {
    tables.set(name, new Map(rows.map((row) => [row.id, row])));
  }
  let changes = 0;
  let savedChanges = 0;
  let saving: Promise<void> | null = null;
  let undo: (() => void)[] | null = null;

  const table = (name: string): Map<string, StripeObject> => {
    const found = tables.get(name) ?? new Map<string, StripeObject>();
    tables.set(name, found);
    return found;
  };

  function change(kind: Kind<StripeObject>, id: string, object: StripeObject | null): void {
    const rows = table(kind.object);
    const before = rows.get(id);
    undo?.push(() => (before ? rows.set(id, before) : rows.delete(id)));
    if (object) rows.set(id, object);
    else rows.delete(id);
    changes += 1;
  }

  async function save(file: string): Promise<void> {
    const upTo = changes;
    await writeState(file, asArrays(tables));
    savedChanges = upTo;
  }

  return {
    // `as`: a table contains only objects that `put` accepted for its kind, in this process or in the one that saved
    // the file.
    get: <T extends StripeObject>(kind: Kind<T>, id: string) => table(kind.object).get(id) as T | undefined,
    // `as`: for the same reason.
    all: <T extends StripeObject>(kind: Kind<T>) => [...table(kind.object).values()].reverse() as T[],
    put(kind, object) {
      change(kind, object.id, object);
      return object;
    },
    remove(kind, id) {
      change(kind, id, null);
    },
    atomically(work) {
      const steps: (() => void)[] = [];
      undo = steps;
      try {
        return work();
      } catch (error) {
        for (const step of steps.reverse()) step();
        throw error;
      } finally {
        undo = null;
      }
    },
    async flush() {
      const wanted = changes;
      while (path && savedChanges < wanted) {
        saving ??= save(path).finally(() => {
          saving = null;
        });
        await saving;
      }
    },
  };
}

function asArrays(tables: ReadonlyMap<string, ReadonlyMap<string, StripeObject>>): Tables {
  return Object.fromEntries(
    [...tables].map(([name, rows]) => [name, [...rows.values()].map((row) => ({ ...row }))]),
  );
}

const STATE_VERSION = 1;

const stateSchema = z.object({
  version: z.literal(STATE_VERSION),
  tables: z.record(z.string(), z.array(z.looseObject({ id: z.string(), object: z.string() }))),
});

type Tables = z.output<typeof stateSchema>["tables"];

/**
 * Reads the saved tables; none if there is no file. If the file is damaged, throws an error with its name and leaves it
 * untouched.
 */
async function readState(path: string): Promise<Tables> {
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return {};
  try {
    return stateSchema.parse(JSON.parse(text)).tables;
  } catch (error) {
    throw new Error(
      `The payment simulator cannot read its state in ${path}: move the file away to start afresh`,
      {
        cause: error,
      },
    );
  }
}

/** Replaces the file atomically: a crash leaves either the old or the new state, never half of one. */
async function writeState(path: string, tables: Tables): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, "w", 0o600);
  try {
    await file.writeFile(JSON.stringify({ version: STATE_VERSION, tables }));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  await syncFolder(dirname(path));
}

async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return; // Windows cannot open a folder, and journals the rename itself
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
