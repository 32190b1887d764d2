import { AuthError, invalid } from "./authError.ts";

const TEXT_FIELDS = [
  "email",
  "password",
  "phone",
  "token",
  "token_hash",
  "type",
  "refresh_token",
  "auth_code",
  "code_verifier",
];
const MAX_EMAIL_LENGTH = 255;
/** The largest that is sent here is the answer of a security key, of some kilobytes. */
const MAX_CHARACTERS = 65_536;

/**
 * Refuses a body that the embedded auth would answer with 500 where hosted auth answers 400: not an object, text
 * that Postgres cannot store, a field of the wrong type, an address that is too long. Throws AuthError. Answers the body,
 * empty where there is none.
 */
export async function checkAuthBody(request: Request): Promise<Record<string, unknown>> {
  if (request.method !== "POST" && request.method !== "PUT") return {};
  const text = await request.clone().text();
  if (text === "") return {};
  if (text.length > MAX_CHARACTERS) throw new AuthError(413, "validation_failed", "The request is too large");
  const body = parseObject(text);
  if (!isStorable(JSON.stringify(body))) throw invalid("The request holds characters that cannot be stored");
  for (const field of TEXT_FIELDS) {
    const value = body[field];
    if (value !== undefined && value !== null && typeof value !== "string") {
      throw invalid(`${field} must be a string`);
    }
  }
  if (String(body.email ?? "").length > MAX_EMAIL_LENGTH)
    throw invalid("Unable to validate email address: invalid format");
  return body;
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AuthError(400, "bad_json", "Could not parse request body as JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new AuthError(400, "bad_json", "Could not parse request body as JSON: an object is expected");
  }
  return { ...value };
}

/** `JSON.stringify` writes NUL and lone surrogates as escapes; Postgres refuses both. */
function isStorable(json: string): boolean {
  return !/\\u0000|\\ud[89a-f][0-9a-f]{2}/.test(json);
}
