import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Kills every process of the browser with this profile immediately, without closing it. Throws when none was running. */
export function killBrowser(profile: string): void {
  const pids = commandLines()
    .filter(([, line]) => line.includes(`--user-data-dir=${profile}`))
    .map(([pid]) => pid);
  if (pids.length === 0) throw new Error(`no browser uses ${profile}`);
  for (const pid of pids) process.kill(pid, "SIGKILL");
}

/** Small Linux images have no `ps`; every other system has no `/proc`. */
function commandLines(): [pid: number, line: string][] {
  if (!existsSync("/proc/self/cmdline")) {
    const { stdout } = spawnSync("ps", ["-A", "-ww", "-o", "pid=,args="], { encoding: "utf8" });
    return stdout.split("\n").map((line) => [Number.parseInt(line, 10), line]);
  }
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      return [[Number(pid), readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")]];
    } catch {
      return []; // the process has just ended
    }
  });
}
