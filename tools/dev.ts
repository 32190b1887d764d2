import { spawn } from "node:child_process";
import { join } from "node:path";

// `npm run dev`: the same backend with hot reload. Vite reloads screens; a change in the watched folders restarts the
// process and keeps the data.
const ROOT = join(import.meta.dirname, "..");
// Watches these folders only, because the files that Vite writes would restart the process endlessly.
const WATCHED = ["server", "packages", "functions", "content", "src/domain", "tools/content"];
const watch = WATCHED.map((folder) => `--watch-path=${folder}`);
const child = spawn(process.execPath, [...watch, "server/main.ts", "--development"], {
  cwd: ROOT,
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => child.kill(signal));
process.on("disconnect", () => child.kill("SIGTERM"));
child.on("exit", (code) => process.exit(code ?? 1));
