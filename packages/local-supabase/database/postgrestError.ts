const BAD_REQUEST = 400;

type DatabaseError = { code: string; message?: string; detail?: string; hint?: string };

/**
 * Integrity violations that the library does not know (a broken check constraint) and exceptions that a function
 * raises are the caller's doing: PostgREST answers 400 with Postgres's code, the library 500. It answers as told for
 * an error in the form of PostgREST's own `raise sqlstate 'PGRST'`; every other error is returned as it came.
 * See https://docs.postgrest.org/en/v13/references/errors.html.
 */
export function asPostgrestError(error: unknown): unknown {
  if (!isDatabaseError(error) || !isRefusedInput(error.code)) return error;
  const { code, message = "", detail = null, hint = null } = error;
  return {
    code: "PGRST",
    message: JSON.stringify({ code, message, details: detail, hint }),
    detail: JSON.stringify({ status: BAD_REQUEST, headers: {} }),
  };
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return typeof error === "object" && error !== null && "code" in error && typeof error.code === "string";
}

const KNOWN_TO_THE_LIBRARY = new Set(["23502", "23503", "23505"]);

function isRefusedInput(code: string): boolean {
  if (code === "P0001") return true;
  return code.startsWith("23") && !KNOWN_TO_THE_LIBRARY.has(code);
}
