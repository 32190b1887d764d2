import { setTimeout as wait } from "node:timers/promises";
import { runInBackground } from "../../../functions/_shared/background.ts";

/** Longer than it takes to find an account, store a code and write the mail. */
const FLOOR_MS = 250;

/** True for the request that sends a mail where the address has an account, and does nothing where it has none. */
export function asksForMail(request: Request): boolean {
  return new URL(request.url).pathname === "/auth/v1/recover";
}

/**
 * Answers such a request in a time that does not tell which of the two it was: the mail goes out behind the answer, and
 * one that fails is only logged, since only somebody who has an account could be told.
 */
export async function answerEvenly(
  startedAt: number,
  response: Response,
  sending: Promise<unknown>,
): Promise<Response> {
  runInBackground(sending);
  await wait(Math.max(0, startedAt + FLOOR_MS - performance.now()));
  return response;
}
