import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

const ROOT = join(import.meta.dirname, "..", "..");
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

const servers: ChildProcess[] = [];

/** Runs a function under Deno on a free port and returns its address. Stop it with `stopDenoServers`. */
export async function serveUnderDeno(
  entry: string,
  environment: Record<string, string | undefined>,
  importMap = IMPORT_MAP,
): Promise<string> {
  return serve([...offline(importMap), entry], ROOT, environment);
}

/**
 * Runs the bundles of functions, `<folder>/<name>/index.js`, in one process under Deno. The path of a request begins with
 * the function's name, as on the platform. Neither a package nor the network is there.
 */
export async function serveBundlesUnderDeno(
  folder: string,
  names: readonly string[],
  environment: Record<string, string | undefined>,
): Promise<string> {
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
): Promise<string> {
  const server = spawn(DENO, ["serve", "--allow-all", "--host", "127.0.0.1", "--port", "0", ...args], {
    cwd,
    env: { ...DENO_ENVIRONMENT, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  servers.push(server);
  const output: string[] = [];
  for (const stream of [server.stderr, server.stdout]) {
    for await (const line of createInterface({ input: stream })) {
      output.push(line);
      const [address] = /http:\/\/[\d.]+:\d+/.exec(line) ?? [];
      if (address) return address;
    }
  }
  throw new Error(`deno did not start:\n${output.join("\n")}`);
}

export async function stopDenoServers(): Promise<void> {
  for (const server of servers.splice(0)) {
    if (server.exitCode !== null || !server.pid) continue;
    const ended = once(server, "exit");
    // The package's `deno` is a script that starts the program, so this ends the process group of both.
    process.kill(-server.pid);
    await ended;
  }
}
