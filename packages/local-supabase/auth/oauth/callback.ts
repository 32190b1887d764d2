import { AuthError } from "../authError.ts";
import type { Driver, Sql } from "../sql.ts";
import { accountOf } from "./account.ts";
import { callbackOf } from "./authorize.ts";
import { type Flow, issueCode, takeFlow } from "./flow.ts";
import { exchangeCode, type Person, type Providers, providerOf } from "./providers.ts";

/** GoTrue's names for the kinds of failure, by status (RFC 6749, 4.1.2.1). */
const KINDS: Record<number, string> = { 400: "invalid_request", 403: "access_denied", 422: "access_denied" };

type InTurn = <T>(work: (driver: Driver) => Promise<T>) => Promise<T>;

export function isOAuthCallback(request: Request): boolean {
  return request.method === "GET" && new URL(request.url).pathname === "/auth/v1/callback";
}

/**
 * `GET /callback`: handles the provider's redirect back to the site. Queries the provider between two database turns
 * (`inTurn`), so a slow provider does not delay other requests. Failures redirect to the page with the error in the URL.
 */
export function createOAuthCallback(parts: {
  providers: Providers;
  siteUrl: string;
}): (request: Request, inTurn: InTurn) => Promise<Response> {
  const { siteUrl } = parts;

  return async (request, inTurn) => {
    const query = new URL(request.url).searchParams;
    const flow = await inTurn((driver) => takeFlow(driver, query.get("state") ?? ""));
    // Without a flow, the page that started the sign-in is unknown.
    if (!flow) return redirectTo(siteUrl, failureOf(badState("OAuth state not found or expired")));
    try {
      if (flow.isLate) throw badState("OAuth state has expired");
      const person = await personOf(flow, query);
      const code = await inTurn((driver) =>
        driver.transaction(async (sql) => issueCode(sql, flow, await linkable(sql, flow, person))),
      );
      return redirectTo(flow.returnTo, { code });
    } catch (error) {
      return redirectTo(flow.returnTo, error instanceof Refusal ? error.fields : failureOf(error));
    }
  };

  async function personOf(flow: Flow, query: URLSearchParams): Promise<Person> {
    const error = query.get("error");
    if (error) throw new Refusal(error, query.get("error_description") ?? "");
    const code = query.get("code");
    if (!code)
      throw new AuthError(
        400,
        "bad_oauth_callback",
        "OAuth callback with missing authorization code missing",
      );
    const settings = parts.providers[flow.provider];
    if (!settings)
      throw new AuthError(400, "validation_failed", "Unsupported provider: provider is not enabled");
    const provider = providerOf(flow.provider, settings);
    try {
      return await provider.readPerson(await exchangeCode(provider, settings, code, callbackOf(siteUrl)));
    } catch (cause) {
      console.error(
        `Signing in with ${flow.provider} failed: ${cause instanceof Error ? cause.message : cause}`,
      );
      throw new AuthError(500, "unexpected_failure", "Unable to exchange external code");
    }
  }
}

/** An error that the provider returned instead of a code, for example because the user declined. */
class Refusal extends Error {
  readonly fields: Record<string, string>;

  constructor(error: string, description: string) {
    super(error);
    this.fields = { error, error_description: description };
  }
}

async function linkable(sql: Sql, flow: Flow, person: Person): Promise<string> {
  try {
    return await accountOf(sql, flow.provider, person);
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes(NOT_PROVEN)) throw error;
    // Hosted Supabase's response when a trigger raises an exception.
    throw new AuthError(500, "unexpected_failure", "Error creating identity");
  }
}

/** The message that a project's trigger on `auth.identities` raises. */
const NOT_PROVEN = "identity_not_proven";

const badState = (message: string) => new AuthError(400, "bad_oauth_state", message);

function failureOf(error: unknown): Record<string, string> {
  if (!(error instanceof AuthError)) {
    console.error("Auth:", error);
    return failureOf(
      new AuthError(500, "unexpected_failure", "Unexpected failure, please check server logs"),
    );
  }
  return {
    error: KINDS[error.status] ?? "server_error",
    error_code: error.errorCode,
    error_description: error.message,
  };
}

function redirectTo(page: string, carried: Record<string, string>): Response {
  const target = new URL(page);
  for (const [name, value] of Object.entries(carried)) target.searchParams.set(name, value);
  return new Response(null, { status: 302, headers: { location: target.href, "cache-control": "no-store" } });
}
