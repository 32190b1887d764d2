import { useState } from "react";
import { correctOrderEmailReplySchema, resendCredentialsReplySchema } from "../../domain/checkout.ts";
import { callFunction } from "../../platform/functions.ts";
import type { CallFunction } from "./checkoutCall.ts";

const REPLIES = {
  "correct-order-email": correctOrderEmailReplySchema,
  "resend-credentials": resendCredentialsReplySchema,
};
type ClaimAction = keyof typeof REPLIES;
type ClaimState =
  | { status: "idle" }
  | { status: "busy" }
  | { status: "done" }
  | { status: "failed"; message: string };

const FALLBACK = "That did not work. Please try again in a moment, or write to us.";
const OFFLINE = "There is no connection. Please try again when you are online.";

/** Resolves to null on success, otherwise to the message for the buyer. */
async function actOnClaim(
  call: CallFunction,
  action: ClaimAction,
  body: { claimToken: string; email?: string },
): Promise<string | null> {
  const reply = await call(action, body, REPLIES[action]);
  if (!reply.ok) return reply.kind === "offline" ? OFFLINE : (reply.message ?? FALLBACK);
  return reply.data.success ? null : (reply.data.error ?? FALLBACK);
}

/** An action that the holder of the order's claim token may take once, before the first sign-in. */
export function useClaim(action: ClaimAction, claimToken: string) {
  const [state, setState] = useState<ClaimState>({ status: "idle" });
  const act = async (email?: string) => {
    setState({ status: "busy" });
    const fault = await actOnClaim(callFunction, action, { claimToken, ...(email ? { email } : {}) });
    setState(fault === null ? { status: "done" } : { status: "failed", message: fault });
  };
  return { state, act };
}
