import { verifyAuth } from "@supabase/server/core";
import { Refusal } from "./refusal.ts";

/** Throws a 401 Refusal unless the request carries the secret key (`apikey` header), as our timers do. */
export async function requireSecretKey(request: Request): Promise<void> {
  const { error } = await verifyAuth(request, { auth: "secret" });
  if (error) throw new Refusal(401, "unauthorized", "This needs the secret key.");
}
