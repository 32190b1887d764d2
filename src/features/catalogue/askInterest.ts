import { emailAddress, MAX_EMAIL } from "../../domain/email.ts";
import { callFunction } from "../../platform/functions.ts";

/** Checked by hand, because zod would be larger than the form. */
const REPLY = {
  safeParse: (value: unknown) =>
    typeof value === "object" && value !== null && "success" in value && value.success === true
      ? ({ success: true, data: null } as const)
      : ({ success: false } as const),
};

/** `fault` is a sentence for the visitor, or null without a connection. */
type Outcome = { sentTo: string } | { fault: string | null };

export async function askInterest(typed: string, courseId: string): Promise<Outcome> {
  const email = emailAddress(typed);
  if (email === null || email.length > MAX_EMAIL) return { fault: "Invalid email address" };
  const reply = await callFunction("course-interest", { email, courseId }, REPLY);
  if (reply.ok) return { sentTo: email };
  if (reply.kind === "offline") return { fault: null };
  return { fault: reply.message ?? "That did not work. Please try again in a moment." };
}
