import type { Backend } from "@academy/local-supabase";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";

/** A client with the secret key that calls the embedded backend without a network. */
export function adminClient(backend: Pick<Backend, "fetch" | "secretKey">): SupabaseClient {
  return createClient("http://localhost", backend.secretKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch: (input, init) => backend.fetch(new Request(input, init)) },
  });
}
