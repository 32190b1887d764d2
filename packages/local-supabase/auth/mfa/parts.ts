import type { Driver } from "../sql.ts";
import type { Factor } from "./factor.ts";
import type { MfaSettings } from "./settings.ts";

export type TextMessage = { to: string; text: string };

/** The dependencies of the factor endpoints. */
export type MfaParts = {
  driver: Driver;
  jwtSecret: string;
  settings: MfaSettings;
  siteUrl: string;
  /** The name that a browser shows for the site when it creates a passkey. */
  appName: string;
  /** Null if text messages cannot be sent; phones then cannot be factors. */
  sendText: ((message: TextMessage) => Promise<void>) | null;
  /** Issues new tokens with all claims for the session, as the refresh grant does. */
  renew(request: Request, sessionId: string): Promise<Response>;
};

/** The context of one request to one factor. */
export type FactorCall = { parts: MfaParts; factor: Factor; address: string };
