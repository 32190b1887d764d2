import { invalid } from "./authError.ts";

/** RFC 7636, section 4.2. */
const LENGTH = { from: 43, to: 128 };
const ALLOWED = /^[\w.~-]*$/;

/** Throws 400 for an incomplete or invalid challenge. A body with neither field does not use PKCE and is accepted. */
export function checkPkce(body: Record<string, unknown>): void {
  const challenge = String(body.code_challenge ?? "");
  const method = String(body.code_challenge_method ?? "");
  if ((challenge === "") !== (method === "")) throw pkceRequired();
  if (challenge === "") return;
  if (challenge.length < LENGTH.from || challenge.length > LENGTH.to)
    throw invalid(`code challenge has to be between ${LENGTH.from} and ${LENGTH.to} characters`);
  if (!ALLOWED.test(challenge)) {
    const message =
      "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes";
    throw invalid(message);
  }
}

export const pkceRequired = () => invalid("PKCE flow requires code_challenge_method and code_challenge");
