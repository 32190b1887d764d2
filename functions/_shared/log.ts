type Fields = Record<string, string | number | boolean | null | undefined>;

export type Log = {
  info(event: string, fields?: Fields): void;
  /** Nothing failed yet, but an operator should look at it. */
  warn(event: string, fields?: Fields): void;
  /** Something went wrong on our side. Only the parts of `error` that are safe to store are logged. */
  fault(event: string, error: unknown, fields?: Fields): void;
};

/** Logs one JSON object per line. Callers pass ids and codes, never names, addresses, tokens or bodies. */
export function createLog(base: { function: string; requestId: string }): Log {
  const line = (level: string, event: string, fields: Fields) =>
    JSON.stringify({ level, at: new Date().toISOString(), ...base, event, ...fields });
  return {
    info: (event, fields = {}) => console.info(line("info", event, fields)),
    warn: (event, fields = {}) => console.warn(line("warn", event, fields)),
    fault: (event, error, fields = {}) =>
      console.error(line("error", event, { ...fields, ...describeError(error) })),
  };
}

const MAX_MESSAGE_CHARS = 500;

function describeError(error: unknown): Fields {
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
