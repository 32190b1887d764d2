import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";

const SUPABASE_API = "https://api.supabase.com";
const TIMEOUT_MS = 30_000;
/** The API limits requests by the minute, and then usually says how long to wait. */
const RATE_LIMIT_PAUSE_S = 60;

const project = z.object({
  ref: z.string().optional(),
  id: z.string().optional(),
  name: z.string(),
  region: z.string(),
  status: z.string(),
  database: z.object({ version: z.string() }).optional(),
});
const apiKeys = z.array(
  z.object({
    type: z.string().nullish(),
    name: z.string(),
    api_key: z.string().nullish(),
    inserted_at: z.string().nullish(),
  }),
);
const secrets = z.array(z.object({ name: z.string(), value: z.string() }));
const functions = z.array(z.object({ slug: z.string(), status: z.string(), version: z.number() }));

export type AuthConfig = Record<string, unknown>;
export type ManagementApi = ReturnType<typeof managementApi>;

/**
 * The parts of a project that the CLI cannot read or write (https://supabase.com/docs/reference/api). The errors that
 * the methods throw are single sentences that say what to do.
 */
export function managementApi(ref: string, token: string, url = SUPABASE_API) {
  const call = async (path: string, method = "GET", body?: unknown): Promise<unknown> => {
    const response = await fetch(`${url}/v1/projects/${ref}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        // Bundling and building take longer than a server keeps an idle connection open, and a request on a closed one fails.
        connection: "close",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: Error) => {
      throw new Error(
        `Supabase's API did not respond (${reason(error)}). Check the connection and run the command again.`,
      );
    });
    if (response.ok) return response.json();
    if (response.status === 429) {
      const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
      await wait((Number.isFinite(seconds) ? seconds : RATE_LIMIT_PAUSE_S) * 1000);
      return call(path, method, body);
    }
    throw new Error(sentenceFor(response.status, ref, await response.text()));
  };
  return {
    project: async () => project.parse(await call("")),
    /** The newest keys of the project, in the form `sb_publishable_…` and `sb_secret_…`. */
    keys: async () => {
      const all = apiKeys.parse(await call("/api-keys?reveal=true"));
      const newest = all.sort((a, b) => (b.inserted_at ?? "").localeCompare(a.inserted_at ?? ""));
      const key = (type: string) => newest.find((each) => each.type === type && each.api_key)?.api_key;
      const [publishable, secret] = [key("publishable"), key("secret")];
      if (!publishable || !secret)
        throw new Error(
          "The project needs a publishable key and a secret key: create both in the Supabase dashboard → Project Settings → API Keys.",
        );
      return { publishable, secret };
    },
    /** The names of the functions' secrets, with the SHA-256 of each value in hex. */
    secrets: async () =>
      new Map(secrets.parse(await call("/secrets")).map(({ name, value }) => [name, value])),
    functions: async () => functions.parse(await call("/functions")),
    /** Runs one statement as the role `postgres`. */
    query: async <Row extends object>(sql: string, parameters: unknown[] = []) =>
      (await call("/database/query", "POST", { query: sql, parameters })) as Row[],
    authConfig: async () => z.record(z.string(), z.unknown()).parse(await call("/config/auth")),
    changeAuthConfig: async (changes: AuthConfig) => void (await call("/config/auth", "PATCH", changes)),
  };
}

/** The reason inside fetch's "fetch failed". */
export function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : error.message;
}

function sentenceFor(status: number, ref: string, body: string): string {
  if (status === 401)
    return "Supabase refused SUPABASE_ACCESS_TOKEN: it is wrong or has expired. Generate a new one in the dashboard → Account preferences → Access Tokens.";
  if (status === 403)
    return `SUPABASE_ACCESS_TOKEN has no access to project ${ref}: use a token of a member with the role Owner or Administrator.`;
  if (status === 404) return `There is no project ${ref}: check SUPABASE_PROJECT_REF.`;
  return `Supabase's API returned status ${status}: ${body.slice(0, 300)}`;
}
