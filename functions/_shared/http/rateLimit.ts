import { z } from "zod";
import { type Admin, callDatabase } from "../database.ts";
import { functionsEnv } from "../env.ts";
import type { Log } from "../log.ts";
import { sha256Hex } from "../random.ts";
import { addressSource, callerAddress } from "./callerAddress.ts";
import { Refusal } from "./refusal.ts";

export type RateLimit = { requests: number; windowSeconds: number };

/**
 * For public certificate checks: a whole office may check its applicants from one address, with up to three requests
 * for each applicant.
 */
export const PUBLIC_CHECK_LIMIT: RateLimit = { requests: 1200, windowSeconds: 60 };

export const DAY_SECONDS = 24 * 60 * 60;

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
  const divisor = address === null ? UNKNOWN_DIVISOR : 1;
  const requests = Math.ceil(limit.requests / divisor);
  await enforceLimitOn(admin, callerSubject(name, request), { ...limit, requests });
}

/** The subject of a limit for one network address, or for all callers whose address is unknown. */
export function callerSubject(name: string, request: Request): string {
  const { address } = callerAddress(request.headers, functionsEnv());
  return `${name} ${address === null ? "unknown" : addressBlock(address)}`;
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

const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const GROUPS = 8;
const GROUPS_OF_BLOCK = 4;

/**
 * The part of a network address that identifies a caller for rate limits: for IPv6 the first 64 bits, since one
 * subscriber usually has every address with that prefix. Anything else is returned unchanged.
 */
export function addressBlock(address: string): string {
  const [, mapped] = MAPPED_IPV4.exec(address) ?? [];
  if (mapped) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.toLowerCase().split("::");
  const [left, right] = [groupsIn(head), groupsIn(tail)];
  const between = Array.from({ length: Math.max(0, GROUPS - left.length - right.length) }, () => "0");
  const groups = [...left, ...between, ...right].slice(0, GROUPS_OF_BLOCK);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}

function groupsIn(part: string): string[] {
  return part === "" ? [] : part.split(":");
}
