import { open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";

const STATE_VERSION = 1;

const stateSchema = z.object({
  version: z.literal(STATE_VERSION),
  tables: z.record(z.string(), z.array(z.looseObject({ id: z.string(), object: z.string() }))),
});

export type Tables = z.output<typeof stateSchema>["tables"];

/** Reads the saved tables; no file gives none. Throws with the file's name when it is damaged, and leaves it alone. */
export async function readState(path: string): Promise<Tables> {
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

/** Replaces the file as a whole: after a crash either the old or the new state is there, never half of one. */
export async function writeState(path: string, tables: Tables): Promise<void> {
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
