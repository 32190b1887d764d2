import { type Later, later, type SyncPorts } from "../ports.ts";
import { type Answer, type Patience, request } from "./request.ts";

type Options = {
  body?: unknown;
  signal: AbortSignal;
  patience?: Patience;
  /** True if the token is known to be valid. It is then not renewed when the server rejects it. */
  keepsToken?: boolean;
};

/** The results that the caller receives. Rejected tokens and incomplete sessions are handled here. */
export type LearnerAnswer =
  | Exclude<Answer, { status: "unauthorized" | "half" }>
  | { status: "signedOut" }
  | Later;

/**
 * Sends one request with the learner's own token, never with any other (offline rule 15). A token that the server
 * rejects is renewed once, even if it has not expired by the device's clock. If the session lacks something that only
 * the learner can add, this is reported and the request is left for later.
 */
export async function authenticatedRequest(
  ports: SyncPorts,
  path: string,
  options: Options,
): Promise<LearnerAnswer> {
  const first = await attempt(ports, path, options);
  if (first.answer.status !== "unauthorized") return first.answer;
  if (options.keepsToken) return later("token");
  const second = await attempt(ports, path, options, first.token);
  return second.answer.status === "unauthorized" ? later("token") : second.answer;
}

async function attempt(
  ports: SyncPorts,
  path: string,
  options: Options,
  rejected?: string,
): Promise<{ answer: LearnerAnswer | { status: "unauthorized" }; token?: string }> {
  const token = await ports.token(rejected);
  switch (token.status) {
    case "ok": {
      const answer = await request(ports, token.token, path, { ...options, nowMs: ports.now() });
      if (answer.status !== "half") return { answer, token: token.token };
      ports.onLack(answer.lack);
      return { answer: later("session") };
    }
    case "signedOut":
      return { answer: { status: "signedOut" } };
    case "offline":
      return { answer: later("network") };
    case "unavailable":
      return { answer: later("token") };
  }
}
