import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { isLogLine } from "../../../server/log.ts";
import { confidentialValues, findLeaks, keepOutOfLogs } from "../logWatch.ts";

const ROOT = join(import.meta.dirname, "..", "..", "..");
/** The variable that names the folder of a prepared database. */
export const PREPARED_DATABASE = "ACADEMY_PREPARED_DATABASE";
const READY = /^Academy ready on (http:\/\/\S+)$/;

const mailSchema = z.object({
  to: z.string(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  sentAt: z.string(),
});
export type SentMail = z.infer<typeof mailSchema>;

const configSchema = z.object({
  supabaseUrl: z.string(),
  publishableKey: z.string(),
  stripeApi: z.string(),
  stripeDashboard: z.string(),
});

/** The embedded server in a separate process, with a separate port and data folder. */
export type AcademyProcess = {
  readonly url: string;
  readonly folder: string;
  readonly output: string[];
  /** Undefined while the process is not running. */
  pid(): number | undefined;
  /** Ends the process. `SIGKILL` gives it no time to close anything. */
  stop(signal?: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<number | null>;
  /** Starts the server again on the same port and data folder. */
  restart(): Promise<void>;
  mails(): Promise<SentMail[]>;
  config(): Promise<z.infer<typeof configSchema>>;
  /**
   * Ends the process and removes its data. Throws if the log contains confidential data, so every test checks for
   * leaks.
   */
  dispose(): Promise<void>;
};

/**
 * Starts with a copy of the prepared database (preparedDatabase.ts) if there is one, except with other content, which
 * would have to replace the course in the copy.
 */
export async function startAcademyProcess(
  env: Record<string, string> = {},
  attempts = 3,
): Promise<AcademyProcess> {
  try {
    return await startOnFreePorts(env);
  } catch (error) {
    // Another program has taken a port since it was free.
    if (attempts > 1 && String(error).includes("EADDRINUSE")) return startAcademyProcess(env, attempts - 1);
    throw error;
  }
}

async function startOnFreePorts(env: Record<string, string>): Promise<AcademyProcess> {
  const [port, simulatorPort] = [await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), "academy-data-"));
  const prepared = process.env[PREPARED_DATABASE];
  if (prepared && !env.ACADEMY_CONTENT) cpSync(prepared, join(folder, "postgres"), { recursive: true });
  const url = `http://localhost:${port}`;
  const output: string[] = [];
  const isSecret = ([name]: [string, string]) => /SECRET|TOKEN|KEY|SMTP_URL/.test(name);
  keepOutOfLogs(
    ...Object.entries(env)
      .filter(isSecret)
      .map(([, value]) => value),
  );
  let child: ChildProcess | null = null;

  const start = async () => {
    child = spawn(process.execPath, ["server/main.ts"], {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        // Playwright sets it. With NO_COLOR beside it, Node prints a warning that is no line of the log.
        FORCE_COLOR: undefined,
        PORT: `${port}`,
        STRIPE_SIM_PORT: `${simulatorPort}`,
        ACADEMY_DATA: folder,
        // Logs to `output`, which is searched for leaks.
        ACADEMY_LOG: "-",
        ...env,
      },
    });
    await waitUntilReady(child, output);
  };
  const stop: AcademyProcess["stop"] = async (signal = "SIGTERM") => {
    const running = child;
    child = null;
    if (!running || running.exitCode !== null) return running?.exitCode ?? null;
    const exited = once(running, "exit");
    running.kill(signal);
    await exited;
    return running.exitCode;
  };
  const get = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`)).json();

  try {
    await start();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    // Another process may have taken a port between freePort() and the start.
    if (output.some((line) => line.includes("is taken by another program"))) return startAcademyProcess(env);
    throw error;
  }
  return {
    url,
    folder,
    output,
    pid: () => child?.pid,
    stop,
    restart: start,
    mails: async () => z.array(mailSchema).parse(await get("/_dev/mailbox.json")),
    config: async () => configSchema.parse(await get("/_dev/config.json")),
    async dispose() {
      const confidential = await confidentialValues(folder, child && child.exitCode === null ? url : null);
      await stop();
      rmSync(folder, { recursive: true, force: true });
      // The greeting contains the test card on purpose, and tests type the same number.
      const log = output.filter((line) => !line.startsWith("  Test card"));
      const leaks = findLeaks(log, confidential);
      if (leaks.length > 0)
        throw new Error(`the academy's log contains confidential data:\n${leaks.join("\n")}`);
      // With a log file, the terminal shows text for people.
      const lines = env.ACADEMY_LOG
        ? []
        : output.filter((line) => !READY.test(line) && !line.startsWith("  "));
      const odd = lines.filter((line) => !isLogLine(line));
      if (odd.length > 0)
        throw new Error(`the academy's log contains lines of another shape:\n${odd.join("\n")}`);
    },
  };
}

/** A port on loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  // `address()` is a pipe name or null only for a server that does not listen on a port.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

function waitUntilReady(child: ChildProcess, output: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const note = (line: string) => {
      output.push(line);
      if (READY.test(line)) resolve();
    };
    if (child.stdout) createInterface({ input: child.stdout }).on("line", note);
    if (child.stderr) createInterface({ input: child.stderr }).on("line", note);
    child.once("exit", (code) =>
      reject(new Error(`the academy exited with code ${code}:\n${output.join("\n")}`)),
    );
  });
}
