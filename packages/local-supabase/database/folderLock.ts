import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const ownerSchema = z.object({ pid: z.int().positive(), startedAt: z.string() });
type Owner = z.infer<typeof ownerSchema>;

/**
 * Makes the data folder this process' own until the returned function is called or the process ends: Postgres'
 * files do not survive two writers. A lock whose process is gone is taken over.
 * Throws a sentence for people when another process has it or the folder cannot be written.
 */
export function lockFolder(folder: string): () => void {
  const file = join(folder, "process.lock");
  const me: Owner = { pid: process.pid, startedAt: startOf(process.pid) ?? "" };
  try {
    mkdirSync(folder, { recursive: true });
    if (!create(file, me)) takeOver(folder, file, me);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? error.code : undefined;
    if (reason === undefined) throw error;
    throw new Error(`The data folder ${folder} cannot be written (${reason}).`, { cause: error });
  }
  return () => rmSync(file, { force: true });
}

function create(file: string, owner: Owner): boolean {
  try {
    writeFileSync(file, JSON.stringify(owner), { flag: "wx" });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/**
 * 1. A living owner keeps the lock. 2. A dead owner's file is moved aside, which only one of several heirs can do
 * first. 3. Whoever moved away a file that is not the dead owner's took a living heir's: it is put back.
 */
function takeOver(folder: string, file: string, me: Owner): void {
  const owner = readOwner(file);
  if (owner && isAlive(owner)) throw inUse(folder, owner.pid);
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (!hasCode(error, "ENOENT")) throw error;
  }
  const moved = readOwner(aside);
  if (moved && isAlive(moved)) {
    renameSync(aside, file);
    throw inUse(folder, moved.pid);
  }
  rmSync(aside, { force: true });
  if (!create(file, me)) throw inUse(folder, readOwner(file)?.pid);
}

/** The owner named in a lock file; `null` when there is no file, or when a crash left it unfinished. */
function readOwner(file: string): Owner | null {
  try {
    return ownerSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    if (hasCode(error, "ENOENT") || error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

function isAlive({ pid, startedAt }: Owner): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (hasCode(error, "ESRCH")) return false;
    if (!hasCode(error, "EPERM")) throw error;
  }
  const start = startOf(pid);
  return start === null || start === startedAt;
}

const START_TIME_FIELD = 19;

/**
 * When a process began, as the kernel tells it, so that a number used again (after a restart, or in a container where
 * every server is process 1) is not mistaken for the old owner. `null` where there is no /proc. See proc(5).
 */
function startOf(pid: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may hold spaces; the fields counted here come after it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return `${boot}/${fields[START_TIME_FIELD]}`;
  } catch (error) {
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}

function inUse(folder: string, pid: number | undefined): Error {
  return new Error(`The data folder ${folder} is in use by another process (pid ${pid ?? "unknown"}).`);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
