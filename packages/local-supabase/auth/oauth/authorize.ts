import { invalid } from "../authError.ts";
import { type AttemptLimit, countAttempt, refuseTooMany } from "../limits/attempts.ts";
import type { Step } from "../steps/step.ts";
import { startFlow } from "./flow.ts";
import { isProviderName, type Providers, providerOf } from "./providers.ts";

const FROM_ADDRESS: AttemptLimit = { name: "oauth address", count: 200, windowSeconds: 900 };
const CHALLENGE = /^[\w.~-]{43,128}$/;
/** Our parameters; all others (`prompt`, `login_hint`, …) are passed on to the provider. */
const OWN_PARAMETERS = [
  "provider",
  "redirect_to",
  "scopes",
  "code_challenge",
  "code_challenge_method",
  "skip_http_redirect",
];

export const callbackOf = (siteUrl: string) => `${siteUrl}/auth/v1/callback`;

/**
 * `GET /authorize`: redirects the user to the provider. Requires a PKCE challenge: without one, hosted Supabase puts the
 * session into the URL, where anyone who sees the URL could use it.
 */
export function authorizeAt(providers: Providers, siteUrl: string): Step {
  return async ({ sql, request, address }) => {
    const query = new URL(request.url).searchParams;
    const name = query.get("provider")?.toLowerCase();
    const settings = isProviderName(name) ? providers[name] : undefined;
    if (!isProviderName(name))
      throw invalid(`Unsupported provider: Provider ${name ?? ""} could not be found`);
    if (!settings) throw invalid("Unsupported provider: provider is not enabled");
    const challenge = query.get("code_challenge") ?? "";
    const challengeMethod = query.get("code_challenge_method")?.toLowerCase() ?? "";
    if (!CHALLENGE.test(challenge) || challengeMethod !== "s256")
      throw invalid("PKCE flow requires code_challenge_method and code_challenge");
    await refuseTooMany(sql, FROM_ADDRESS, address);
    await countAttempt(sql, FROM_ADDRESS, address);

    const provider = providerOf(name, settings);
    const returnTo = siteAddress(query.get("redirect_to"), siteUrl);
    const state = await startFlow(sql, { provider: name, challenge, challengeMethod, returnTo });
    const target = new URL(provider.authorizeUrl);
    for (const [key, value] of query) if (!OWN_PARAMETERS.includes(key)) target.searchParams.set(key, value);
    const wanted = (query.get("scopes") ?? "").split(/[\s,]+/).filter(Boolean);
    const set = {
      client_id: settings.clientId,
      redirect_uri: callbackOf(siteUrl),
      response_type: "code",
      scope: [...new Set([...provider.scopes, ...wanted])].join(" "),
      state,
    };
    for (const [key, value] of Object.entries(set)) target.searchParams.set(key, value);
    return new Response(null, {
      status: 302,
      headers: { location: target.href, "cache-control": "no-store" },
    });
  };
}

/** Returns the URL if it belongs to the site, otherwise the site's own URL, to prevent open redirects. */
function siteAddress(address: string | null, siteUrl: string): string {
  const url = address && URL.canParse(address) ? new URL(address) : null;
  return url?.origin === new URL(siteUrl).origin ? url.href : siteUrl;
}
