import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { installPrograms, requireProgram } from "../support/programs.ts";

const START_TIMEOUT_MS = 10_000;
const PROBE_PAUSE_MS = 50;

type ReplicaSite = {
  /** Of nginx, which reloads its configuration on SIGHUP. */
  readonly pid: number;
  close(): Promise<void>;
};

/** nginx with the release in `folder` (`site/` and `host/nginx.conf`), on this loopback port. */
export async function serveSite(folder: string, port: number): Promise<ReplicaSite> {
  installPrograms(["nginx"]);
  const own = mkdtempSync(join(tmpdir(), "academy-nginx-"));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  for (const name of temporary) mkdirSync(join(own, name));
  const lines = [
    // A release that a test has built may be readable only by its owner.
    ...(process.getuid?.() === 0 ? ["user root;"] : []),
    "daemon off; worker_processes 1;",
    `pid ${own}/pid; error_log stderr warn;`,
    "events {}",
    "http {",
    "  include /etc/nginx/mime.types; access_log off;",
    ...temporary.map((name) => `  ${name}_temp_path ${own}/${name};`),
    `  server { listen 127.0.0.1:${port}; root ${folder}/site; gzip_static on; include ${folder}/host/nginx.conf; }`,
    "}",
  ];
  writeFileSync(join(own, "nginx.conf"), lines.join("\n"));
  const args = ["-p", own, "-e", "stderr", "-c", join(own, "nginx.conf")];
  const nginx = spawn(requireProgram("nginx"), args, { stdio: ["ignore", "ignore", "pipe"] });
  const said: string[] = [];
  nginx.stderr.on("data", (part: Buffer) => said.push(part.toString()));
  const close = async () => {
    await stop(nginx);
    rmSync(own, { recursive: true, force: true });
  };
  try {
    await untilItAnswers(nginx, `http://127.0.0.1:${port}/`);
  } catch (cause) {
    await close();
    throw new Error(`nginx did not start: ${said.join("")}`, { cause });
  }
  return { pid: nginx.pid ?? 0, close };
}

async function untilItAnswers(nginx: ChildProcess, url: string): Promise<void> {
  for (const deadline = Date.now() + START_TIMEOUT_MS; ; await wait(PROBE_PAUSE_MS)) {
    if (nginx.exitCode !== null) throw new Error(`it exited with code ${nginx.exitCode}`);
    const answer = await fetch(url).catch((error: unknown) => error);
    if (answer instanceof Response) return;
    if (Date.now() > deadline) throw new Error("no response", { cause: answer });
  }
}

async function stop(nginx: ChildProcess): Promise<void> {
  if (nginx.exitCode !== null) return;
  const ended = once(nginx, "exit");
  nginx.kill("SIGTERM");
  await ended;
}
