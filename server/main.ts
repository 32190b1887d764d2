import { type Academy, startAcademy } from "./academy.ts";
import { readServerEnv, type ServerEnv } from "./env.ts";
import { logTo, ON_TERMINAL, serverLog, type Terminal } from "./log.ts";
import { EXAMPLE_CODES } from "./stripeAccount/exampleCodes.ts";

/**
 * Runs the academy until it receives a signal to stop. Invalid configuration, a port in use or a data folder that is not
 * writable end the process with one message and exit code 1.
 */
export async function main(options: { development: boolean }): Promise<void> {
  // Other users of this machine must not read the database, the mailbox or the log.
  process.umask(0o077);
  process.env.LITE_TELEMETRY = "0";
  process.env.DO_NOT_TRACK = "1";
  let academy: Academy;
  let terminal: Terminal = console;
  let log: string;
  try {
    const env = readServerEnv(process.env);
    log = options.development ? ON_TERMINAL : env.ACADEMY_LOG;
    terminal = logTo(log);
    academy = await start(env, options.development);
  } catch (error) {
    terminal.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  stopOnSignal(academy);
  void academy.lost.then((error) => {
    serverLog.fault("database_lost", error);
    process.exit(1);
  });
  for (const line of greeting({ ...academy, log })) terminal.info(line);
}

/** The URLs for trying the academy. Scripts that start the server wait for the first line. */
function greeting({ url, local, log }: Academy & { log: string }): string[] {
  const rows: [string, string][] = [];
  if (local.mailbox) rows.push(["Mailbox", `${local.mailbox}  (every email that the academy sends)`]);
  if (local.simulator) {
    rows.push(
      ["Payments", `${local.simulator}  (simulated: no money moves)`],
      ["Test card", "4242 4242 4242 4242, any future date, any three digits"],
      ["Discount codes", EXAMPLE_CODES.map(describeCode).join(", ")],
    );
  }
  if (log !== ON_TERMINAL) rows.push(["Log", log]);
  return [`Academy ready on ${url}`, ...rows.map(([name, value]) => `  ${name.padEnd(16)}${value}`)];
}

function describeCode({ code, percentOff }: (typeof EXAMPLE_CODES)[number]): string {
  return `${code} (${percentOff} % off)`;
}

async function start(env: ServerEnv, isDevelopment: boolean): Promise<Academy> {
  if (!isDevelopment) return startAcademy(env);
  const { viteScreens } = await import("./http/viteScreens.ts");
  return startAcademy(env, viteScreens);
}

/** On SIGINT, SIGTERM, SIGHUP or a disconnected parent, finishes running requests and then closes everything. */
function stopOnSignal(academy: Academy): void {
  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    try {
      await academy.close();
      process.exit(0);
    } catch (error) {
      serverLog.fault("not_closed", error);
      process.exit(1);
    }
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
  process.on("disconnect", stop);
}

if (import.meta.main) await main({ development: process.argv.includes("--development") });
