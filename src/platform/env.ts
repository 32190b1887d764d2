import { parseUrl } from "../domain/parseUrl.ts";

/**
 * The browser's configuration of its backend. Validated by hand and once, because zod is too heavy for the first paint.
 */
export type BrowserEnv = {
  /** Without a trailing slash. */
  supabaseUrl: string;
  publishableKey: string;
  functionsUrl: string;
  /** `sb-{project}-auth-token`, the key that supabase-js itself would choose for a hosted project. */
  authStorageKey: string;
};

type EnvSource = {
  VITE_SUPABASE_URL?: string | undefined;
  VITE_SUPABASE_PUBLISHABLE_KEY?: string | undefined;
  VITE_FUNCTIONS_URL?: string | undefined;
};

const LOCAL_PROJECT = "academy";
/** The embedded server's own key. Every other backend needs a key of its own. */
const LOCAL_PUBLISHABLE_KEY = "sb_publishable_academy_local";
const HOSTED_SUFFIX = ".supabase.co";

/**
 * Parses the environment variables. Without any, the page's own origin serves everything. Throws if a backend on
 * another origin has no key, or if a URL is invalid.
 */
export function readEnv(source: EnvSource, origin: string): BrowserEnv {
  const supabase = new URL(source.VITE_SUPABASE_URL || origin);
  const publishableKey =
    source.VITE_SUPABASE_PUBLISHABLE_KEY || (supabase.origin === origin ? LOCAL_PUBLISHABLE_KEY : "");
  if (!publishableKey) throw new Error("The publishable key is required: set VITE_SUPABASE_PUBLISHABLE_KEY.");
  const supabaseUrl = withoutTrailingSlash(supabase.href);
  return {
    supabaseUrl,
    publishableKey,
    functionsUrl: withoutTrailingSlash(source.VITE_FUNCTIONS_URL || `${supabaseUrl}/functions/v1`),
    authStorageKey: `sb-${projectOf(supabase.hostname)}-auth-token`,
  };
}

function projectOf(hostname: string): string {
  if (!hostname.endsWith(HOSTED_SUFFIX)) return LOCAL_PROJECT;
  return hostname.slice(0, -HOSTED_SUFFIX.length).split(".")[0] || LOCAL_PROJECT;
}

function withoutTrailingSlash(url: string): string {
  return url.replace(/\/+$/, "");
}

let cached: BrowserEnv | undefined;

/** The environment of this page. Throws outside a browser, because nothing here runs during prerendering. */
export function browserEnv(): BrowserEnv {
  cached ??= readEnv(
    {
      VITE_SUPABASE_URL: import.meta.env.VITE_SUPABASE_URL,
      VITE_SUPABASE_PUBLISHABLE_KEY: import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY,
      VITE_FUNCTIONS_URL: import.meta.env.VITE_FUNCTIONS_URL,
    },
    location.origin,
  );
  return cached;
}

const LOCAL_SITE = "http://localhost:3000";

/**
 * The public origin of this site, without a trailing slash. Canonical URLs and shared links are built from it, on the
 * server and in the browser. Throws if it is not an origin: the site cannot be served from a subpath.
 */
export function readSiteOrigin(source: { VITE_SITE_URL?: string | undefined }): string {
  const address = source.VITE_SITE_URL || LOCAL_SITE;
  const url = parseUrl(address);
  if (!url || url.href !== `${url.origin}/`)
    throw new Error(`VITE_SITE_URL must be an origin like https://academy.example, not "${address}".`);
  return url.origin;
}

/** The public origin of this build, the same during prerendering and hydration. */
export function siteOrigin(): string {
  return readSiteOrigin({ VITE_SITE_URL: import.meta.env.VITE_SITE_URL });
}
