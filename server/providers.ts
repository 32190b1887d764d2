import type { Providers } from "@academy/local-supabase";
import type { ServerEnv } from "./env.ts";

/** The OAuth providers for sign-in: each one that has a client id and secret in the environment. */
export function signInProviders(env: ServerEnv): Providers {
  const google = settings(
    env.SUPABASE_AUTH_EXTERNAL_GOOGLE_CLIENT_ID,
    env.SUPABASE_AUTH_EXTERNAL_GOOGLE_SECRET,
    env.SUPABASE_AUTH_EXTERNAL_GOOGLE_URL,
  );
  const github = settings(
    env.SUPABASE_AUTH_EXTERNAL_GITHUB_CLIENT_ID,
    env.SUPABASE_AUTH_EXTERNAL_GITHUB_SECRET,
    env.SUPABASE_AUTH_EXTERNAL_GITHUB_URL,
  );
  return { ...(google ? { google } : {}), ...(github ? { github } : {}) };
}

function settings(clientId: string | undefined, secret: string | undefined, url: string | undefined) {
  return clientId && secret ? { clientId, secret, url } : null;
}
