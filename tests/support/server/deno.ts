import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const ROOT = join(import.meta.dirname, "..", "..", "..");
export const DENO = join(ROOT, "node_modules", ".bin", "deno");
const IMPORT_MAP = "functions/deno.json";
/** Uses the installed packages and nothing from the network. */
const offline = (importMap: string) => [
  ...["--import-map", importMap],
  ...["--node-modules-dir=manual", "--no-remote"],
];
export const OFFLINE = offline(IMPORT_MAP);

export const DENO_ENVIRONMENT = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  DENO_NO_UPDATE_CHECK: "1",
  NO_COLOR: "1",
};

export type DenoServer = {
  readonly url: string;
  stop(): Promise<void>;
};
const servers: DenoServer[] = [];

/** Runs a function under Deno on a free port and returns its address. Stop it with `stopDenoServers`. */
export async function serveUnderDeno(
  entry: string,
  environment: Record<string, string | undefined>,
  importMap = IMPORT_MAP,
): Promise<string> {
  const server = await startDenoServer(entry, environment, importMap);
  servers.push(server);
  return server.url;
}

export async function stopDenoServers(): Promise<void> {
  for (const server of servers.splice(0)) await server.stop();
}

/** The same as a server of its own. */
export async function startDenoServer(
  entry: string,
  environment: Record<string, string | undefined>,
  importMap = IMPORT_MAP,
): Promise<DenoServer> {
  return serve([...offline(importMap), entry], ROOT, environment);
}

/**
 * Serves the bundles of functions, `<folder>/<name>/index.js`, in one process. The path of a request begins with the
 * function's name, as on the platform. Neither packages nor the network are available.
 */
export async function startBundleServer(
  folder: string,
  names: readonly string[],
  environment: Record<string, string | undefined>,
): Promise<DenoServer> {
  const imports = names.map((name, index) => `import f${index} from "./${name}/index.js";`);
  const table = names.map((name, index) => `${JSON.stringify(name)}: f${index}`);
  const router = join(folder, "router.js");
  writeFileSync(
    router,
    `${imports.join("\n")}
const functions = { ${table.join(", ")} };
export default {
  fetch(request) {
    const name = new URL(request.url).pathname.split("/")[1];
    return functions[name]?.fetch(request) ?? new Response("There is no such function.", { status: 404 });
  },
};
`,
  );
  return serve(["--no-config", "--no-npm", "--no-remote", router], folder, environment);
}

async function serve(
  args: readonly string[],
  cwd: string,
  environment: Record<string, string | undefined>,
): Promise<DenoServer> {
  const server = spawn(DENO, ["serve", "--allow-all", "--host", "127.0.0.1", "--port", "0", ...args], {
    cwd,
    env: { ...DENO_ENVIRONMENT, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const output: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [server.stderr, server.stdout])
      createInterface({ input: stream }).on("line", (line) => {
        output.push(line);
        const [address] = /http:\/\/[\d.]+:\d+/.exec(line) ?? [];
        if (address) resolve(address);
      });
    server.once("error", reject);
    server.once("exit", () => reject(new Error(`deno did not start:\n${output.join("\n")}`)));
  });
  return { url, stop: () => stopServer(server) };
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || !server.pid) return;
  const ended = once(server, "exit");
  // The package's `deno` is a script that starts the program, so this ends the process group of both.
  process.kill(-server.pid);
  await ended;
}
