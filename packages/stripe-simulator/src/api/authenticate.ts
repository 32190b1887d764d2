import { ApiError } from "./apiError.ts";

const MISSING =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth " +
  "(e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we " +
  "can help at https://support.stripe.com/.";

/** Throws 401 as Stripe does unless the header carries `secretKey`, as a bearer or as a basic user name. */
export function authenticate(header: string | undefined, secretKey: string): void {
  const given = keyOf(header ?? "");
  if (!given) throw new ApiError(401, { type: "invalid_request_error", message: MISSING });
  if (given === secretKey) return;
  throw new ApiError(401, {
    type: "invalid_request_error",
    message: `Invalid API Key provided: ${masked(given)}`,
  });
}

function keyOf(header: string): string {
  const [scheme = "", credentials = ""] = header.split(" ");
  if (scheme.toLowerCase() === "bearer") return credentials;
  if (scheme.toLowerCase() !== "basic") return "";
  return Buffer.from(credentials, "base64").toString("utf8").split(":")[0] ?? "";
}

/** "sk_test_********1234" */
function masked(key: string): string {
  const prefix = /^[a-z]{2}_(test|live)_/.exec(key)?.[0] ?? "";
  const rest = key.slice(prefix.length);
  return `${prefix}${"*".repeat(Math.max(0, rest.length - 4))}${rest.slice(-4)}`;
}
