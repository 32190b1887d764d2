import type { UserId } from "../../domain/ids.ts";
import { authMessage } from "../session/authMessages.ts";
import type { AuthOutcome, Loaded } from "../session/authTypes.ts";

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

/** The learner's profile. A form that only fills in what it knows can ignore a failure. */
export async function loadProfile(userId: UserId): Promise<Loaded<Profile>> {
  const { supabase } = await import("../session/supabase.ts");
  const { data, error, status } = await supabase()
    .from("profiles")
    .select(FIELDS)
    .eq("id", userId)
    .maybeSingle<Profile>();
  return data ? { ok: true, data } : { ok: false, message: authMessage({ ...error, status }) };
}

/** Writes the given fields. `message` is why the server rejected them, or that it could not be reached. */
export async function updateProfile(userId: UserId, profile: Partial<Profile>): Promise<AuthOutcome> {
  const { supabase } = await import("../session/supabase.ts");
  const { data, error, status } = await supabase()
    .from("profiles")
    .update(profile)
    .eq("id", userId)
    .select("id");
  if (error) return { ok: false, message: authMessage({ ...error, status }) };
  // Row-level security rejects an update by matching no row: the session has ended or lacks its second factor.
  if (data.length === 0) return { ok: false, message: "This session has ended. Please sign in again." };
  return { ok: true };
}
