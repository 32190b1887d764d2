import { z } from "zod";

/** `url` replaces the provider's own URLs with those of a test server. */
export type ProviderSettings = { clientId: string; secret: string; url?: string | undefined };
/** The providers that users may sign in with. */
export type Providers = Partial<Record<ProviderName, ProviderSettings>>;
export type ProviderName = "google" | "github";

/** The user's data from the provider, with the email address in lower case. */
export type Person = {
  id: string;
  issuer: string;
  name: string;
  email: string | null;
  isEmailVerified: boolean;
};

type Provider = {
  authorizeUrl: string;
  tokenUrl: string;
  /** Requested in addition to the caller's scopes. */
  scopes: string[];
  /** Throws if the provider's response does not match its documentation. */
  readPerson(accessToken: string): Promise<Person>;
};

const TIMEOUT_MS = 10_000;

const googlePerson = z.object({
  sub: z.string().min(1),
  name: z.string().default(""),
  email: z.string().optional(),
  email_verified: z.boolean().default(false),
});
const githubPerson = z.object({ id: z.int(), login: z.string(), name: z.string().nullish() });
const githubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** developers.google.com/identity/openid-connect/openid-connect */
function google(url: string | undefined): Provider {
  return {
    authorizeUrl: `${url ?? "https://accounts.google.com"}/o/oauth2/v2/auth`,
    tokenUrl: `${url ?? "https://oauth2.googleapis.com"}/token`,
    scopes: ["email", "profile"],
    async readPerson(accessToken) {
      const address = `${url ?? "https://openidconnect.googleapis.com"}/v1/userinfo`;
      const person = await read(address, googlePerson, { headers: bearer(accessToken) });
      return {
        id: person.sub,
        issuer: "https://accounts.google.com",
        name: person.name,
        email: person.email?.toLowerCase() ?? null,
        isEmailVerified: person.email_verified,
      };
    },
  };
}

/** docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
function github(url: string | undefined): Provider {
  const site = url ?? "https://github.com";
  const api = url ?? "https://api.github.com";
  return {
    authorizeUrl: `${site}/login/oauth/authorize`,
    tokenUrl: `${site}/login/oauth/access_token`,
    scopes: ["user:email"],
    async readPerson(accessToken) {
      const asked = { headers: bearer(accessToken) };
      const person = await read(`${api}/user`, githubPerson, asked);
      // The profile's address may be missing or unverified; only this list says which addresses are verified.
      const emails = await read(`${api}/user/emails`, githubEmails, asked);
      const primary = emails.find((each) => each.primary);
      return {
        id: String(person.id),
        issuer: "https://api.github.com",
        name: person.name || person.login,
        email: primary?.email.toLowerCase() ?? null,
        isEmailVerified: primary?.verified ?? false,
      };
    },
  };
}

const PROVIDERS = { google, github } satisfies Record<ProviderName, unknown>;

export function isProviderName(name: unknown): name is ProviderName {
  return typeof name === "string" && Object.hasOwn(PROVIDERS, name);
}

export function providerOf(name: ProviderName, settings: ProviderSettings): Provider {
  return PROVIDERS[name](settings.url);
}

/** Redeems the code from the provider's redirect. Throws if the provider rejects it. */
export async function exchangeCode(
  provider: Provider,
  settings: ProviderSettings,
  code: string,
  redirectUri: string,
): Promise<string> {
  const answer = z.object({ access_token: z.string().min(1) });
  const { access_token } = await read(provider.tokenUrl, answer, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: settings.clientId,
      client_secret: settings.secret,
      code,
      redirect_uri: redirectUri,
    }),
  });
  return access_token;
}

async function read<T extends z.ZodType>(address: string, shape: T, init: RequestInit): Promise<z.output<T>> {
  const headers = { accept: "application/json", "user-agent": "local-supabase", ...init.headers };
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const reply = await fetch(address, { ...init, headers, signal, redirect: "error" });
  if (!reply.ok) throw new Error(`${new URL(address).pathname} answered ${reply.status}`);
  const { data, error } = shape.safeParse(await reply.json());
  // Does not log the response, which contains personal data or a token.
  if (error) throw new Error(`${new URL(address).pathname}: ${z.prettifyError(error)}`);
  return data;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
