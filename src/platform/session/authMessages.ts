import { ALREADY_REGISTERED } from "../../domain/password.ts";

/** Messages after a failed sign-in, sign-up or change (spec §8): the server's text, or these. */
const GENERIC = "An error occurred";
export const UNREACHABLE = `${GENERIC}. The academy could not be reached: check your connection and try again.`;
export const NO_DEVICE_STORAGE =
  "This browser does not let the academy keep your work on this device. Allow site data for this site, then sign in again.";

/** After `signOut`, if it could not remove the data. */
export const DATA_LEFT = {
  title: "Your data has not been removed from this device yet",
  description:
    "You are signed out. To remove your data, close all other tabs of the academy, then open it here again.",
};

/** If `signOut` has changed nothing. */
export const STILL_SIGNED_IN = {
  title: "You are still signed in",
  description: "A part of the academy could not be loaded. Check your connection and try again.",
  variant: "destructive",
} as const;

export const SECOND_FACTOR_FIRST = "Please confirm with your second factor first: see the top of the page.";

/** The code of the auth server for a link or a code that was used, has expired or is wrong. */
export const SPENT = "otp_expired";

/** The part of supabase-js's errors that the message depends on. The status is 0 if no answer came. */
export type AuthFault = {
  name?: string;
  message?: string;
  code?: string | undefined;
  status?: number | undefined;
};

export function authMessage(fault: AuthFault): string {
  if (fault.code === "email_exists") return ALREADY_REGISTERED;
  if (fault.code === "insufficient_aal") return SECOND_FACTOR_FIRST;
  if (fault.status === 0) return UNREACHABLE;
  // Thrown by the library's own code; its text is for programmers.
  if (fault.name === "AuthUnknownError") return GENERIC;
  return fault.message || GENERIC;
}

/** The message after a failed call of a server function. */
export const callMessage = ({ kind, message }: { kind: string; message: string | null }): string =>
  kind === "offline" ? UNREACHABLE : (message ?? GENERIC);
