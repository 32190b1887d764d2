import { v4 } from "uuid";
import { callFunction } from "../../platform/functions.ts";
import { type OutgoingMessage, type SendOutcome, UNREACHABLE } from "./sendOutcome.ts";

/**
 * A hand-written schema, because zod would be larger than the rest of the form. It prevents a Wi-Fi sign-in page from
 * counting as success.
 */
const REPLY = {
  safeParse: (value: unknown) =>
    typeof value === "object" && value !== null && "success" in value && value.success === true
      ? ({ success: true, data: null } as const)
      : ({ success: false } as const),
};

export const newMessageId = (): string => v4();

export async function sendMessage(message: OutgoingMessage): Promise<SendOutcome> {
  const result = await callFunction("send-contact-email", message, REPLY);
  if (result.ok) return { ok: true };
  switch (result.kind) {
    case "refused":
      return { ok: false, reason: result.message };
    case "offline":
      return UNREACHABLE;
    case "broken":
      return { ok: false, reason: null };
  }
}
