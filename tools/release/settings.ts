import { z } from "zod";
import { parseEnv } from "../../src/domain/env.ts";
import { readFacts } from "../../src/domain/provider/readFacts.ts";

/** The values that a production build writes into the site, and where to find each. */
export const SETTINGS = {
  VITE_SITE_URL: "The address at which visitors open the site, such as https://www.my-academy.org.",
  VITE_SUPABASE_URL: "Supabase dashboard → Project Settings → Data API → Project URL.",
  VITE_SUPABASE_PUBLISHABLE_KEY: "Supabase dashboard → Project Settings → API Keys → Publishable key.",
  VITE_FUNCTIONS_URL:
    "Leave it out: the functions are at <VITE_SUPABASE_URL>/functions/v1 unless a proxy moves them.",
  VITE_PHONE_FACTORS:
    "Leave it out, or set it to on if the project can send text messages (docs/hosting.md).",
  VITE_PROVIDER_FACTS:
    "Leave it out, or set it to what the function site_facts returns. `npm run deploy` does that by itself.",
};

/** Names that no visitor can open (RFC 2606 §2), which the examples of our documentation use. */
const PLACEHOLDER = /\.(example|invalid|test)\.?$|(^|\.)example\.(com|net|org)\.?$/;
const LOOPBACK = /(^|\.)localhost\.?$|^127\.|^0\.0\.0\.0$|^\[::1?\]$/;
const PUBLISHABLE_KEY = /^sb_publishable_[\w-]+$/;
/** The constant key from decision 0004. */
const LOCAL_KEY = "sb_publishable_academy_local";

type Strictness = { allowLocal?: boolean };
/**
 * What is wrong with a value, or undefined if it is valid. Never contains the value, which may be a secret in the wrong
 * place.
 */
type FaultOf = (value: string) => string | undefined;

/**
 * Throws one error that names every missing or invalid value and says where to find it. `allowLocal` accepts http and
 * loopback addresses, for a build that is tested on one machine.
 */
export function checkSettings(source: Record<string, string | undefined>, strictness: Strictness = {}): void {
  const origin: FaultOf = (value) => addressFault(value, strictness) ?? pathFault(value);
  const schema = z.object({
    VITE_SITE_URL: setting("VITE_SITE_URL", origin),
    VITE_SUPABASE_URL: setting("VITE_SUPABASE_URL", origin),
    VITE_SUPABASE_PUBLISHABLE_KEY: setting("VITE_SUPABASE_PUBLISHABLE_KEY", keyFault),
    VITE_FUNCTIONS_URL: setting("VITE_FUNCTIONS_URL", (value) => addressFault(value, strictness)).optional(),
    VITE_PHONE_FACTORS: setting("VITE_PHONE_FACTORS", switchFault).optional(),
    VITE_PROVIDER_FACTS: setting("VITE_PROVIDER_FACTS", factsFault).optional(),
  } satisfies Record<keyof typeof SETTINGS, z.ZodType>);
  parseEnv(schema, source);
}

function setting(name: keyof typeof SETTINGS, faultOf: FaultOf) {
  return z.string(`missing. ${SETTINGS[name]}`).superRefine((value, context) => {
    const fault = faultOf(value);
    if (fault) context.addIssue({ code: "custom", message: `${fault}. ${SETTINGS[name]}` });
  });
}

function addressFault(value: string, { allowLocal = false }: Strictness): string | undefined {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isWeb = url?.protocol === "https:" || (allowLocal && url?.protocol === "http:");
  if (!url || !isWeb) return "must be an https address";
  if (PLACEHOLDER.test(url.hostname)) return "is a placeholder, not an address";
  if (!allowLocal && LOOPBACK.test(url.hostname)) return "is this machine, which visitors cannot reach";
  return undefined;
}

function pathFault(value: string): string | undefined {
  const url = new URL(value);
  return url.href === `${url.origin}/` ? undefined : "must have no path, query, user or fragment";
}

function switchFault(value: string): string | undefined {
  return value === "on" || value === "off" ? undefined : "must be on or off";
}

function factsFault(value: string): string | undefined {
  try {
    return readFacts(JSON.parse(value)) ? undefined : "must be facts of the provider";
  } catch {
    // JSON.parse throws for everything that is not JSON.
    return "must be JSON";
  }
}

function keyFault(value: string): string | undefined {
  if (value === LOCAL_KEY) return "is the key of the embedded server";
  return PUBLISHABLE_KEY.test(value)
    ? undefined
    : "must be a publishable key, which begins with sb_publishable_";
}
