import { readIdentityHint } from "../db/store/identityHint.ts";
import { browserEnv } from "./env.ts";
import type { CallResult, ReplyCheck } from "./functions.ts";
import { browserSessionPorts } from "./session/sessionPorts.ts";
import { asFields, parseJson } from "./session/storedSession.ts";
import { userToken } from "./session/userToken.ts";

const TIMEOUT_MS = 30_000;
/** The functions that also answer someone who has not signed in. */
const FOR_ANYONE = new Set(["team_of_link"]);
const HTTP_UNAUTHORIZED = 401;
const SESSION_ENDED: CallResult<never> = {
  ok: false,
  kind: "refused",
  message: null,
  code: "session_ended",
};
const OFFLINE: CallResult<never> = { ok: false, kind: "offline", message: null };
const BROKEN: CallResult<never> = { ok: false, kind: "broken", message: null };

/** Calls a database function of the staff console. */
export const staffRpc: <T>(
  name: `staff_${string}` | "review_capstone",
  args: Record<string, unknown>,
  reply: ReplyCheck<T>,
) => Promise<CallResult<T>> = userRpc;

/**
 * Calls a database function with the signed-in user's own token, and with the publishable key only one
 * that anyone may call. The reply must pass `reply`.
 *
 * A function refuses with `raise exception '…'`, whose text is a sentence for people and becomes `message`. Errors with
 * any other SQLSTATE than that of `raise` (P0001) have no message, because their texts are for programmers. `code` is the
 * exception's hint.
 */
export async function userRpc<T>(
  name: string,
  args: Record<string, unknown>,
  reply: ReplyCheck<T>,
): Promise<CallResult<T>> {
  const first = await attempt(name, args);
  // The device's clock may be wrong, so a rejected token is renewed once.
  const sent = "rejected" in first ? await attempt(name, args, first.rejected) : first;
  if ("rejected" in sent) return SESSION_ENDED;
  if (!("response" in sent)) return sent;
  return interpret(sent.response, sent.json, reply);
}

type Attempt = { response: Response; json: unknown } | { rejected: string } | CallResult<never>;

async function attempt(name: string, args: Record<string, unknown>, rejected?: string): Promise<Attempt> {
  const userId = readIdentityHint();
  if (!userId) return FOR_ANYONE.has(name) ? send(name, args, browserEnv().publishableKey) : SESSION_ENDED;
  const owned = await userToken(browserSessionPorts(), userId, rejected);
  if (owned.status === "signedOut") return SESSION_ENDED;
  if (owned.status === "unavailable") return BROKEN;
  if (owned.status === "offline") return OFFLINE;
  return send(name, args, owned.token);
}

async function send(name: string, args: Record<string, unknown>, token: string): Promise<Attempt> {
  const { supabaseUrl, publishableKey } = browserEnv();
  try {
    const response = await fetch(`${supabaseUrl}/rest/v1/rpc/${name}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        apikey: publishableKey,
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify(args),
      cache: "no-store",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === HTTP_UNAUTHORIZED) return { rejected: token };
    return { response, json: parseJson(await response.text()) };
  } catch {
    // fetch and reading the body reject for every kind of lost connection, with browser-specific errors.
    return OFFLINE;
  }
}

const RAISED = "P0001";

function interpret<T>(response: Response, json: unknown, reply: ReplyCheck<T>): CallResult<T> {
  if (response.ok) {
    const parsed = reply.safeParse(json);
    if (parsed.success) return { ok: true, data: parsed.data };
    console.warn("The reply of a database function has an unexpected format", response.url);
    return BROKEN;
  }
  const { code, message, hint } = asFields(json) ?? {};
  if (typeof code !== "string") return BROKEN;
  return {
    ok: false,
    kind: "refused",
    message: code === RAISED && typeof message === "string" ? message : null,
    code: typeof hint === "string" && hint !== "" ? hint : code,
  };
}
