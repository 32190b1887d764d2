import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;
/** Node's names. The database is the server's only worker. */
const NAMES: Record<string, "main" | "database"> = { MainThread: "main", WorkerThread: "database" };

export type ThreadTimes = { main: number; database: number; other: number };

/** The ms of processor time that the server's threads have used since it started. Linux only. */
export function threadTimes(pid: number): ThreadTimes {
  const times: ThreadTimes = { main: 0, database: 0, other: 0 };
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, "utf8");
    const [, name = "", rest = ""] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? [];
    // proc(5): utime and stime are the 14th and 15th fields, of which three are before `rest`.
    const [user, system] = rest.split(" ").slice(11, 13).map(Number);
    times[NAMES[name] ?? "other"] += ((user ?? 0) + (system ?? 0)) * MS_PER_TICK;
  }
  return times;
}
