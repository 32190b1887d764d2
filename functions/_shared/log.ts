import { z } from "zod";

type Fields = Record<string, string | number | boolean | null | undefined>;
type Level = "info" | "warn" | "error";
/** What wrote the line (a function, or `server`) and the request that it is about, if there is one. */
type Origin = { source: string; requestId?: string };

export type Log = {
  info(event: string, fields?: Fields): void;
  /** Something needs attention, but no code failed. */
  warn(event: string, fields?: Fields): void;
  /** Something went wrong on our side. Only the parts of `error` that are safe to store are logged. */
  fault(event: string, error: unknown, fields?: Fields): void;
};

const requestIdSchema = z.string().regex(/^[\w-]{8,64}$/);

/** The shape of every line that the functions and the embedded server log. docs/alerts.md explains the fields. */
export const logLineSchema = z
  .object({
    level: z.enum(["info", "warn", "error"]),
    at: z.iso.datetime(),
    source: z.string().regex(/^[a-z][a-z-]*$/),
    requestId: requestIdSchema.optional(),
    event: z.string().regex(/^[a-z][a-z_]*$/),
    method: z.string().optional(),
    status: z.int().min(100).max(599).optional(),
    ms: z.int().min(0).optional(),
    code: z.string().optional(),
  })
  .catchall(z.union([z.string(), z.number(), z.boolean(), z.null()]))
  .refine(
    ({ event, requestId, method, status, ms }) =>
      event !== "request" || [requestId, method, status, ms].every((each) => each !== undefined),
    "a request has an id, a method, a status and a duration",
  );

/** Logs one JSON object per line. Callers pass ids and codes, never names, addresses, tokens or bodies. */
export function createLog(origin: Origin): Log {
  return {
    info: (event, fields = {}) => console.info(logLine("info", origin, event, fields)),
    warn: (event, fields = {}) => console.warn(logLine("warn", origin, event, fields)),
    fault: (event, error, fields = {}) =>
      console.error(logLine("error", origin, event, { ...fields, ...describeError(error) })),
  };
}

/** One line of `logLineSchema`. */
export function logLine(level: Level, { source, requestId }: Origin, event: string, fields: Fields): string {
  return JSON.stringify({ level, at: new Date().toISOString(), source, requestId, event, ...fields });
}

/** A well-formed id from the caller is used, so that the same id appears in the caller's log and in ours. */
export function acceptRequestId(offered: string | null | undefined): string {
  return requestIdSchema.safeParse(offered).data ?? crypto.randomUUID();
}

const MAX_MESSAGE_CHARS = 500;

/** The parts of an error that are safe to store. */
export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: typeof error };
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  const cause = error.cause instanceof Error ? scrub(error.cause.message) : undefined;
  return { error: error.name, code, message: scrub(error.message), cause, stack: frames(error) };
}

/** Removes email addresses and keys, which libraries may quote in their messages. */
export function scrub(message: string): string {
  return message
    .replace(/[^\s@"'<>(]+@[^\s@"'<>)]+/g, "[email]")
    .replace(/\b(sk|rk|re|whsec|sb_secret|sb_publishable|cs)_\w+/g, "[key]")
    .slice(0, MAX_MESSAGE_CHARS);
}

/** The frames of the stack trace, without its first lines, which repeat the message. */
function frames(error: Error): string | undefined {
  return error.stack
    ?.split("\n")
    .filter((each) => /^\s*at /.test(each))
    .slice(0, 8)
    .map((each) => each.trim())
    .join(" < ");
}
