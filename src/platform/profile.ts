import type { UserId } from "../domain/ids.ts";

/** The contact details that checkout forms start from (spec §3). */
export type Profile = {
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  organization: string | null;
  phone: string | null;
  country: string | null;
};

const FIELDS = "first_name, last_name, email, organization, phone, country";

/** The learner's own profile; null when there is none or it cannot be read now, which only costs some typing. */
export async function loadProfile(userId: UserId): Promise<Profile | null> {
  const { supabase } = await import("./supabase.ts");
  const { data, error } = await supabase()
    .from("profiles")
    .select(FIELDS)
    .eq("id", userId)
    .maybeSingle<Profile>();
  if (error) console.info("The profile could not be read", error.message);
  return data;
}

/** Writes the given fields; `message` says why the server did not take them. */
export async function updateProfile(
  userId: UserId,
  profile: Profile,
): Promise<{ ok: true } | { ok: false; message: string }> {
  const { supabase } = await import("./supabase.ts");
  const { data, error } = await supabase().from("profiles").update(profile).eq("id", userId).select("id");
  if (error) return { ok: false, message: error.message };
  // Row-level security says no by finding nothing: the session was ended elsewhere, or lacks its second factor.
  if (data.length === 0) return { ok: false, message: "This session has ended. Please sign in again." };
  return { ok: true };
}
