import { z } from "zod";
import { type Admin, callDatabase } from "../database.ts";
import { type FunctionsEnv, functionsEnv } from "../env.ts";
import { sha256Hex } from "../random.ts";
import { addressBlock } from "./addressBlock.ts";
import { Refusal } from "./refusal.ts";

export type RateLimit = { requests: number; windowSeconds: number };

/**
 * For public certificate checks: a whole office may check its applicants from one address, with up to three requests
 * for each applicant.
 */
export const PUBLIC_CHECK_LIMIT: RateLimit = { requests: 1200, windowSeconds: 60 };

export const DAY_SECONDS = 24 * 60 * 60;

/** Counts the request against its caller's address. Throws a 429 Refusal with `retry-after`. */
export async function enforceRateLimit(
  admin: Admin,
  name: string,
  request: Request,
  limit: RateLimit,
): Promise<void> {
  await enforceLimitOn(admin, callerSubject(name, request), limit);
}

/** The subject of a limit for one network address. */
export function callerSubject(name: string, request: Request): string {
  return `${name} ${addressBlock(callerAddress(request.headers, functionsEnv()))}`;
}

/**
 * The address that the nearest proxy saw: the last one in the list. A proxy appends to the list that it receives, and
 * the caller can put any addresses at its beginning. Callers without an address share one limit.
 */
export function callerAddress(headers: Headers, env: Pick<FunctionsEnv, "CLIENT_ADDRESS_HEADER">): string {
  return headers.get(env.CLIENT_ADDRESS_HEADER)?.split(",").at(-1)?.trim() || "unknown";
}

/** Counts the call against `subject`, storing only its SHA-256 hash. Throws a 429 Refusal with `retry-after`. */
export async function enforceLimitOn(admin: Admin, subject: string, limit: RateLimit): Promise<void> {
  await callLimit("take_rate_limit", admin, subject, limit);
}

/** Throws as `enforceLimitOn` would for another call, but counts nothing. */
export async function refuseAboveLimit(admin: Admin, subject: string, limit: RateLimit): Promise<void> {
  await callLimit("rate_limit_wait", admin, subject, limit);
}

async function callLimit(
  name: "take_rate_limit" | "rate_limit_wait",
  admin: Admin,
  subject: string,
  limit: RateLimit,
): Promise<void> {
  const args = {
    p_key: await sha256Hex(subject),
    p_limit: limit.requests,
    p_window_seconds: limit.windowSeconds,
  };
  const waitSeconds = await callDatabase(admin, name, args, z.int());
  if (waitSeconds === 0) return;
  const text =
    limit.windowSeconds >= DAY_SECONDS
      ? "You have reached today's limit. Please try again tomorrow, or write to us."
      : "Too many requests. Please wait a moment and try again.";
  throw new Refusal(429, "rate_limited", text, { "retry-after": String(waitSeconds) });
}

/**
 * Counts against a daily limit: the user's if the caller is signed in, otherwise the network address's. It bounds how
 * fast data stored for anonymous callers can grow. Throws a 429 Refusal with `retry-after`.
 */
export async function enforceDailyCap(
  { admin, request }: { admin: Admin; request: Request },
  name: string,
  userId: string | null,
  caps: { person: number; address: number },
): Promise<void> {
  const day = (requests: number): RateLimit => ({ requests, windowSeconds: DAY_SECONDS });
  if (userId !== null) return enforceLimitOn(admin, `${name} of a day by ${userId}`, day(caps.person));
  await enforceRateLimit(admin, `${name} of a day`, request, day(caps.address));
}
