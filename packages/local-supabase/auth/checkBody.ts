import { AuthError, badJson, invalid } from "./authError.ts";

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
const OBJECT_FIELDS = ["data", "app_metadata", "user_metadata"];
const MAX_EMAIL_LENGTH = 255;
/** The largest valid body is a security key's response, which is a few kilobytes long. */
const MAX_CHARACTERS = 65_536;

/**
 * Rejects bodies that GoTrue rejects with 400 but @supabase/lite would accept or answer with 500: a body that is not an
 * object, text that Postgres cannot store, a field of the wrong type or an address that is too long. Throws AuthError.
 * Returns the body, or `{}` if there is none.
 */
export async function checkAuthBody(request: Request): Promise<Record<string, unknown>> {
  if (request.method !== "POST" && request.method !== "PUT") return {};
  const text = await request.clone().text();
  if (text === "") return {};
  if (text.length > MAX_CHARACTERS) throw new AuthError(413, "validation_failed", "The request is too large");
  const body = parseObject(text);
  if (!isStorable(JSON.stringify(body)))
    throw invalid("The request contains characters that cannot be stored");
  for (const field of TEXT_FIELDS) {
    const value = body[field];
    if (value !== undefined && value !== null && typeof value !== "string") {
      throw badJson(`${field} must be a string`);
    }
  }
  for (const field of OBJECT_FIELDS) {
    const value = body[field];
    if (value !== undefined && value !== null && !isObject(value))
      throw badJson(`${field} must be an object`);
  }
  const email = String(body.email ?? "");
  // International domains are stored in Punycode. The browser and the functions convert them.
  if (email.length > MAX_EMAIL_LENGTH || !/^[ -~]*$/.test(email))
    throw invalid("Unable to validate email address: invalid format");
  return body;
}

function parseObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badJson("invalid JSON");
  }
  if (!isObject(value)) throw badJson("an object is expected");
  return { ...value };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `JSON.stringify` escapes NUL and lone surrogates; Postgres rejects both. */
function isStorable(json: string): boolean {
  return !/\\u0000|\\ud[89a-f][0-9a-f]{2}/.test(json);
}
