import type { UserId } from "../../domain/ids.ts";

/** The contact details that prefill checkout forms (spec §3). */
export type Profile = {
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  organization: string | null;
  phone: string | null;
  country: string | null;
};

const FIELDS = "first_name, last_name, email, organization, phone, country";

/**
 * The learner's profile. Null if there is none or it cannot be loaded, in which case the learner only has to type more.
 */
export async function loadProfile(userId: UserId): Promise<Profile | null> {
  const { supabase } = await import("../session/supabase.ts");
  const { data, error } = await supabase()
    .from("profiles")
    .select(FIELDS)
    .eq("id", userId)
    .maybeSingle<Profile>();
  if (error) console.info("The profile could not be read", error.message);
  return data;
}

/** Writes the given fields. `message` is why the server rejected them. */
export async function updateProfile(
  userId: UserId,
  profile: Profile,
): Promise<{ ok: true } | { ok: false; message: string }> {
  const { supabase } = await import("../session/supabase.ts");
  const { data, error } = await supabase().from("profiles").update(profile).eq("id", userId).select("id");
  if (error) return { ok: false, message: error.message };
  // Row-level security rejects an update by matching no row: the session has ended or lacks its second factor.
  if (data.length === 0) return { ok: false, message: "This session has ended. Please sign in again." };
  return { ok: true };
}
