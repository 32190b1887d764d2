import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const ownerSchema = z.object({ pid: z.int().positive(), startedAt: z.string() });
type Owner = z.infer<typeof ownerSchema>;

/**
 * Locks the data folder for this process until the returned function is called or the process ends, because two writers
 * would corrupt the Postgres files. Takes over a lock whose process has ended.
 * Throws an error with a readable message when another process has the lock or the folder is not writable.
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
 * 1. An owner that is still running keeps the lock. 2. The file of a dead owner is renamed, which only one of several
 * competing processes can do. 3. If the renamed file is not the dead owner's, it is the new lock of another process, so it
 * is restored.
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

/** The owner in the lock file; `null` if there is no file or a crash left it unfinished. */
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

const STATE_FIELD = 0;
const START_TIME_FIELD = 19;
/** A process that has ended keeps its id until its parent has read how (a zombie). */
const ENDED_STATES = ["Z", "X"];

/**
 * The start time of a process as reported by the kernel, or "ended", so that a process with a reused id (after a restart, or in a
 * container where every server is process 1) is not mistaken for the old owner. `null` without /proc. See proc(5).
 */
function startOf(pid: number): string | null {
  try {
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may contain spaces, so count only the fields after it.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return ENDED_STATES.includes(fields[STATE_FIELD] ?? "") ? "ended" : `${boot}/${fields[START_TIME_FIELD]}`;
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
