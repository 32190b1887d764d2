import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { publishOutlineSql } from "../outline.ts";

const DEBIAN_POSTGRES = "/usr/lib/postgresql";
const MIGRATIONS = new URL("../../../supabase/migrations/", import.meta.url);
const SETUP = new URL("plainPostgresSetup.sql", import.meta.url);

export type RealPostgres = { connect(): Promise<Client>; stop(): Promise<void> };

/**
 * Debian's PostgreSQL with the project's migrations, for tests of concurrency: the embedded one has one connection,
 * so its statements never overlap. Listens on a Unix socket in a temporary folder, not on a port.
 */
export async function startRealPostgres(): Promise<RealPostgres> {
  const bin = findBinaries();
  const folder = mkdtempSync(join(tmpdir(), "academy-pg-"));
  const user = isRoot() ? serverUser(folder) : {};
  const run = (program: string, args: string[]) =>
    execFileSync(join(bin, program), args, { ...user, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });

  const data = join(folder, "data");
  run("initdb", ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"]);
  run("pg_ctl", [
    "-D",
    data,
    "-w",
    "-l",
    join(folder, "log"),
    "-o",
    `-k ${folder} -c listen_addresses='' -F`,
    "start",
  ]);

  const open: Client[] = [];
  const connect = async () => {
    const client = new Client({ host: folder, user: "postgres", database: "postgres" });
    await client.connect();
    open.push(client);
    return client;
  };
  const stop = async () => {
    await Promise.all(open.map((client) => client.end()));
    run("pg_ctl", ["-D", data, "-w", "-m", "immediate", "stop"]);
    rmSync(folder, { recursive: true, force: true });
  };

  try {
    const client = await connect();
    await client.query(readFileSync(SETUP, "utf8"));
    for (const file of readdirSync(MIGRATIONS).sort())
      await client.query(readFileSync(new URL(file, MIGRATIONS), "utf8"));
    await client.query(publishOutlineSql());
  } catch (error) {
    await stop();
    throw error;
  }
  return { connect, stop };
}

function findBinaries(): string {
  if (!existsSync(DEBIAN_POSTGRES) && isRoot()) {
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", "postgresql"], { stdio: "ignore" });
  }
  const newest =
    existsSync(DEBIAN_POSTGRES) && readdirSync(DEBIAN_POSTGRES).sort((a, b) => Number(b) - Number(a))[0];
  if (!newest) throw new Error("this test needs PostgreSQL's server programs: apt install postgresql");
  return join(DEBIAN_POSTGRES, newest, "bin");
}

/** PostgreSQL refuses to run as root, and its package adds a user for it. */
function serverUser(folder: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  const user = { uid: id("-u"), gid: id("-g") };
  chownSync(folder, user.uid, user.gid);
  return user;
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}
