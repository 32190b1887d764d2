import { readIdentityHint } from "../db/store/identityHint.ts";
import { browserEnv } from "./env.ts";
import { browserSessionPorts } from "./session/sessionPorts.ts";
import { asFields, parseJson } from "./session/storedSession.ts";
import { userToken } from "./session/userToken.ts";

/** Long enough to upload 5 MB over a slow connection. */
const CALL_TIMEOUT_MS = 90_000;

/**
 * - `offline`: the server could not be reached, so the outcome is unknown.
 * - `refused`: the server rejected the call; `message` is its text for people, `code` its code for programs.
 * - `broken`: a server responded, but not in the agreed format.
 */
export type CallResult<T> =
  | { ok: true; data: T }
  | { ok: false; kind: "offline" | "refused" | "broken"; message: string | null; code?: string };

/** Validates a reply: a zod schema, or a hand-written check on pages for which zod is too heavy. */
export type ReplyCheck<T> = {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
};

/**
 * POSTs to a server function (spec §7) with the signed-in user's token or, without one, the publishable key. `body` is
 * sent as JSON. The reply must pass `reply`. `token` is the token of a user who is not (yet) signed in on this device.
 */
export async function callFunction<T>(
  name: string,
  body: unknown,
  reply: ReplyCheck<T>,
  token?: string,
): Promise<CallResult<T>> {
  const { functionsUrl, publishableKey } = browserEnv();
  let response: Response;
  let text: string;
  try {
    response = await fetch(`${functionsUrl}/${name}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        apikey: publishableKey,
        authorization: `Bearer ${token ?? (await bearer(publishableKey))}`,
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
    });
    text = await response.text();
  } catch {
    // fetch rejects for every kind of unreachable network, with browser-specific errors.
    return { ok: false, kind: "offline", message: null };
  }
  return interpret(response, parseJson(text), reply);
}

/** The signed-in user's token or, without one, the publishable key. */
export async function bearer(publishableKey: string): Promise<string> {
  const userId = readIdentityHint();
  const result = userId && (await userToken(browserSessionPorts(), userId));
  return result && result.status === "ok" ? result.token : publishableKey;
}

function interpret<T>(response: Response, json: unknown, reply: ReplyCheck<T>): CallResult<T> {
  if (!response.ok) {
    const failure = asFields(json);
    if (typeof failure?.error !== "string") return { ok: false, kind: "broken", message: null };
    const code = typeof failure.code === "string" ? { code: failure.code } : {};
    return { ok: false, kind: "refused", message: failure.error, ...code };
  }
  const parsed = reply.safeParse(json);
  return parsed.success ? { ok: true, data: parsed.data } : { ok: false, kind: "broken", message: null };
}
