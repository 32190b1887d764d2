import { z } from "zod";
import { type Admin, callDatabase } from "../database.ts";
import { functionsEnv } from "../env.ts";
import type { Log } from "../log.ts";
import { sha256Hex } from "../random.ts";
import { addressBlock } from "./addressBlock.ts";
import { addressSource, callerAddress } from "./callerAddress.ts";
import { Refusal } from "./refusal.ts";

export type RateLimit = { requests: number; windowSeconds: number };

/**
 * For public checks of certificates: a whole office may check its applicants from one address, with up to three requests
 * for each.
 */
export const PUBLIC_CHECK_LIMIT: RateLimit = { requests: 1200, windowSeconds: 60 };

const DAY_SECONDS = 24 * 60 * 60;

/** Callers whose address is unknown share one limit, which is this much stricter than that of one address. */
const UNKNOWN_DIVISOR = 2;

type Counted = { admin: Admin; request: Request; log: Log };

let isSourceReported = false;

/**
 * Counts the request against its caller's address, or against all callers whose address is unknown. Throws a 429 Refusal
 * with `retry-after`.
 */
export async function enforceRateLimit(
  { admin, request, log }: Counted,
  name: string,
  limit: RateLimit,
): Promise<void> {
  const { address } = callerAddress(request.headers, functionsEnv());
  reportSource(request.headers, log);
  if (address !== null) return enforceLimitOn(admin, `${name} ${addressBlock(address)}`, limit);
  const requests = Math.ceil(limit.requests / UNKNOWN_DIVISOR);
  await enforceLimitOn(admin, `${name} unknown`, { ...limit, requests });
}

/** One line per process for a fault of the platform or the configuration: one per request would flood the log. */
function reportSource(headers: Headers, log: Log): void {
  const { header, isExpected } = addressSource(headers, functionsEnv());
  if (isExpected || isSourceReported) return;
  isSourceReported = true;
  log.warn("client_address_header_missing", { expected: functionsEnv().CLIENT_ADDRESS_HEADER, used: header });
}

/** Counts the call against `subject`, storing only its SHA-256 hash. Throws a 429 Refusal with `retry-after`. */
export async function enforceLimitOn(admin: Admin, subject: string, limit: RateLimit): Promise<void> {
  const waitSeconds = await callDatabase(
    admin,
    "take_rate_limit",
    {
      p_key: await sha256Hex(subject),
      p_limit: limit.requests,
      p_window_seconds: limit.windowSeconds,
    },
    z.int(),
  );
  if (waitSeconds === 0) return;
  const text =
    limit.windowSeconds >= DAY_SECONDS
      ? "That is the limit for one day. Please try again tomorrow, or write to us."
      : "Too many requests. Please wait a moment and try again.";
  throw new Refusal(429, "rate_limited", text, { "retry-after": String(waitSeconds) });
}

/**
 * Counts against a daily limit: the signed-in user's, or the network address's for anonymous callers. It bounds how fast
 * data stored for anonymous callers can grow. Throws a 429 Refusal with `retry-after`.
 */
export async function enforceDailyCap(
  counted: Counted,
  name: string,
  userId: string | null,
  caps: { person: number; address: number },
): Promise<void> {
  const day = (requests: number): RateLimit => ({ requests, windowSeconds: DAY_SECONDS });
  if (userId !== null)
    return enforceLimitOn(counted.admin, `${name} of a day by ${userId}`, day(caps.person));
  await enforceRateLimit(counted, `${name} of a day`, day(caps.address));
}
