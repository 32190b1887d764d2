import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Bench } from "./bench.ts";

const READY = /^ready on (http:\/\/\S+)$/;

/** Runs a server of `floors/` in its own process until the bench ends. Returns the address that it prints. */
export async function startServer(bench: Bench, file: URL, args: string[] = []): Promise<string> {
  const child = spawn(process.execPath, [fileURLToPath(file), ...args], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  bench.onEnd(async () => {
    if (child.exitCode !== null) return;
    child.kill();
    await once(child, "exit");
  });
  return new Promise((resolve, reject) => {
    if (child.stdout) {
      createInterface({ input: child.stdout }).on("line", (line) => {
        const url = READY.exec(line)?.[1];
        if (url) resolve(url);
      });
    }
    child.once("exit", (code) => reject(new Error(`the server exited with code ${code}`)));
  });
}
