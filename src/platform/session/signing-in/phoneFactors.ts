import { type BrowserEnv, browserEnv } from "../../env.ts";

/**
 * Whether a phone can be added as a second factor. The hosted service charges for phones, so `VITE_PHONE_FACTORS` switches
 * them on there; the embedded server, which is the page's own origin, offers them. Throws if the value is invalid.
 */
export function offersPhones(
  setting: string | undefined = import.meta.env.VITE_PHONE_FACTORS,
  { supabaseUrl }: Pick<BrowserEnv, "supabaseUrl"> = browserEnv(),
): boolean {
  if (!setting) return supabaseUrl === location.origin;
  if (setting !== "on" && setting !== "off") throw new Error('VITE_PHONE_FACTORS must be "on" or "off".');
  return setting === "on";
}
