import { createClient, type SupabaseClient, type SupportedStorage } from "@supabase/supabase-js";
import { tabStore } from "../../db/store/localStore.ts";
import { seemsOffline } from "../device/offlineHint.ts";
import { browserEnv } from "../env.ts";
import { refreshSession } from "./refreshSession.ts";
import { browserSessionPorts, type SessionPorts } from "./sessionPorts.ts";
import { asFields, parseJson, withDeviceExpiry } from "./storedSession.ts";

/**
 * supabase-js with its session in localStorage. It renews tokens near their expiry, and only while the page is visible
 * (its own autoRefreshToken). Load this module with import(), because it is large.
 */
let client: SupabaseClient | undefined;

export function supabase(): SupabaseClient {
  if (client) return client;
  const env = browserEnv();
  client = createClient(env.supabaseUrl, env.publishableKey, {
    auth: {
      storageKey: env.authStorageKey,
      persistSession: true,
      autoRefreshToken: true,
      // Opening a link must not change which user is signed in.
      detectSessionInUrl: false,
    },
    global: { fetch: readable(withOneRefresher(browserSessionPorts())) },
  });
  return client;
}

let passing = 0;

/**
 * A client that stores nothing, for calls that must not change which user is signed in on this device. Each attempt has its
 * own, because one user's session must not be there at another's attempt.
 */
export function ephemeralSupabase(): SupabaseClient {
  const env = browserEnv();
  passing += 1;
  return createClient(env.supabaseUrl, env.publishableKey, {
    auth: {
      storageKey: `${env.authStorageKey}-passing-${passing}`,
      persistSession: false,
      autoRefreshToken: false,
    },
    global: { fetch: readable(browserSessionPorts().fetch) },
  });
}

let providerClient: SupabaseClient | undefined;

/**
 * The client for signing in with Google or GitHub (PKCE). It is separate, because with PKCE our emailed links would
 * work only in the browser that requested them.
 */
export function providerSupabase(): SupabaseClient {
  if (providerClient) return providerClient;
  const env = browserEnv();
  const storageKey = `${env.authStorageKey}-provider`;
  providerClient = createClient(env.supabaseUrl, env.publishableKey, {
    auth: {
      storageKey,
      flowType: "pkce",
      storage: withVerifierIn(tabStore(), `${storageKey}-code-verifier`),
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
    global: { fetch: readable(browserSessionPorts().fetch) },
  });
  return providerClient;
}

/** Stores the PKCE verifier in this tab and everything else, including the session, only in memory. */
function withVerifierIn(tab: Storage | null, verifierKey: string): SupportedStorage {
  const page = new Map<string, string>();
  return {
    getItem: (key) => (tab && key === verifierKey ? tab.getItem(key) : (page.get(key) ?? null)),
    setItem(key, value) {
      if (tab && key === verifierKey) tab.setItem(key, value);
      else page.set(key, value);
    },
    removeItem(key) {
      if (tab && key === verifierKey) tab.removeItem(key);
      else page.delete(key);
    },
  };
}

/** Where the auth server, PostgREST and gateways put their message. */
const MESSAGES = ["msg", "message", "error_description", "error"];
const HTTP_NO_CONTENT = 204;
const HTTP_BAD_GATEWAY = 502;

/**
 * Makes replies fit for supabase-js. From a failure it removes what is not a message of the server, such as the page of a
 * proxy or captive portal: supabase-js would pass on the page, the JSON, the status line or a parser's error as the message.
 * A session gets its expiry by the device's clock, with which supabase-js compares it.
 */
function readable(send: typeof fetch): typeof fetch {
  return async (...request) => {
    const response = await send(...request);
    const type = response.headers.get("content-type");
    const isJson = type === null || /\bjson\b/i.test(type);
    if (response.ok && !isJson) return withoutMessage(HTTP_BAD_GATEWAY);
    if (response.ok && (type === null || response.status === HTTP_NO_CONTENT)) return response;
    const text = await response.text();
    const fields = asFields(parseJson(text));
    if (response.ok) {
      const isSession = typeof fields?.access_token === "string";
      return new Response(isSession ? JSON.stringify(withDeviceExpiry(fields, Date.now())) : text, response);
    }
    const hasMessage = MESSAGES.some((name) => typeof fields?.[name] === "string");
    return hasMessage ? new Response(text, response) : withoutMessage(response.status);
  };
}

const withoutMessage = (status: number) => Response.json({ msg: "" }, { status });

/**
 * Routes every token renewal of supabase-js through our own refresher. Otherwise supabase-js would drop the session on
 * any 4xx, even from a captive portal, and two tabs could use the same token.
 */
export function withOneRefresher(ports: SessionPorts): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const isRenewal =
      url.pathname.endsWith("/auth/v1/token") && url.searchParams.get("grant_type") === "refresh_token";
    if (!isRenewal) return withoutRetriesOffline(ports, input, init);
    const sent = asFields(parseJson(typeof init?.body === "string" ? init.body : null));
    const renewal = await refreshSession(ports, String(sent?.refresh_token));
    switch (renewal.status) {
      case "renewed":
        return new Response(renewal.text, { headers: { "content-type": "application/json" } });
      case "refused":
        return new Response(renewal.text, { status: 400, headers: { "content-type": "application/json" } });
      case "unavailable":
        // For this status supabase-js keeps the session.
        return new Response(renewal.text, { status: 503, headers: { "content-type": "application/json" } });
      case "offline":
        throw new TypeError("The session could not be renewed now.");
    }
  };
}

/**
 * supabase-js repeats a failed read for seven seconds. That is useless offline, where a screen can report the failure
 * immediately.
 */
async function withoutRetriesOffline(
  ports: SessionPorts,
  ...[input, init]: Parameters<typeof fetch>
): Promise<Response> {
  try {
    return await ports.fetch(input, init);
  } catch (error) {
    // supabase-js repeats a request after every error except this one.
    throw seemsOffline() ? new DOMException("There is no connection.", "AbortError") : error;
  }
}
