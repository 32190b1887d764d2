import type { PGlite } from "@supabase/lite/pglite";
import type { Factor } from "./factor.ts";
import type { MfaSettings } from "./settings.ts";

export type TextMessage = { to: string; text: string };

/** What the factors' endpoints work with. */
export type MfaParts = {
  driver: PGlite;
  jwtSecret: string;
  settings: MfaSettings;
  siteUrl: string;
  /** What a browser calls the site when it makes a passkey. */
  appName: string;
  /** Null where nothing can send text messages: phones cannot be factors then. */
  sendText: ((message: TextMessage) => Promise<void>) | null;
  /** Gives the session new tokens, with all their claims, as the refresh grant does. */
  renew(request: Request, sessionId: string): Promise<Response>;
};

/** What one request to one factor is about. */
export type FactorCall = { parts: MfaParts; factor: Factor; address: string };
