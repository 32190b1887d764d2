import { chmod, createWriteStream } from "node:fs";
import type { Context } from "hono";
import {
  acceptRequestId,
  createLog,
  describeError,
  type Log,
  logLine,
  logLineSchema,
  scrub,
} from "../functions/_shared/log.ts";

/** Means the terminal instead of a file. */
export const ON_TERMINAL = "-";

const OWNER_ONLY = 0o600;

const SERVER = { source: "server" };
const LEVELS = ["info", "warn", "error"] as const;

/** The log of the embedded server itself; its functions have their own. */
export const serverLog = createLog(SERVER);

/** The log for one request to the server, with the id that its caller sent or a new one. */
export function startRequestLog(c: Context): { log: Log; requestId: string } {
  const requestId = acceptRequestId(c.req.header("x-request-id"));
  return { log: createLog({ ...SERVER, requestId }), requestId };
}

/** Prints on the terminal only, for people. */
export type Terminal = Pick<Console, (typeof LEVELS)[number]>;

/**
 * Writes the log of this process (each request and job) to `file`, which only its owner may read, one line of
 * `logLineSchema` for each call of `console`. Warnings and errors also appear on the terminal.
 */
export function logTo(file: string): Terminal {
  const { info, warn, error } = console;
  const terminal = { info, warn, error };
  const onTerminal = () => {
    for (const level of LEVELS) console[level] = (...parts) => terminal[level](asLogLine(level, parts));
  };
  // Node prints its warnings past `console`.
  process.removeAllListeners("warning").on("warning", (warning) => console.warn(warning));
  if (file === ON_TERMINAL) {
    onTerminal();
    return terminal;
  }
  const stream = createWriteStream(file, { flags: "a", mode: OWNER_ONLY });
  // The mode above applies only to a new file.
  stream.once("open", () =>
    chmod(file, OWNER_ONLY, (fault) => fault && serverLog.fault("log_readable", fault)),
  );
  // A full or read-only disk must not stop the academy: it logs to the terminal instead.
  stream.once("error", (fault) => {
    onTerminal();
    serverLog.fault("log_not_writable", new Error(`The log ${file} cannot be written: ${fault.message}`));
  });
  for (const level of LEVELS) {
    console[level] = (...parts) => {
      stream.write(`${asLogLine(level, parts)}\n`);
      if (level !== "info") terminal[level](...parts);
    };
  }
  return terminal;
}

/** What code without a log of its own prints, such as the packages: the text, and the safe parts of an error. */
function asLogLine(level: (typeof LEVELS)[number], parts: readonly unknown[]): string {
  const [only] = parts;
  if (parts.length === 1 && typeof only === "string" && isLogLine(only)) return only;
  const fault = parts.find((part) => part instanceof Error);
  const text = parts.filter((part) => part !== fault).join(" ");
  const { message, ...details } = fault ? describeError(fault) : {};
  const said = [scrub(text), message].filter(Boolean).join(" ");
  return logLine(level, SERVER, "output", { ...details, message: said });
}

/** True for a line of `logLineSchema`. */
export function isLogLine(line: string): boolean {
  try {
    return logLineSchema.safeParse(JSON.parse(line)).success;
  } catch {
    // Not JSON, so it is text.
    return false;
  }
}
