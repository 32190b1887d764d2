import { z } from "zod";
import { addressBlock } from "./addressBlock.ts";
import { type Admin, callDatabase } from "./database.ts";
import { type FunctionsEnv, functionsEnv } from "./env.ts";
import { sha256Hex } from "./random.ts";
import { Refusal } from "./refusal.ts";

export type RateLimit = { requests: number; windowSeconds: number };

/** Counts the request against its caller's address. Throws a 429 Refusal with `retry-after`. */
export async function enforceRateLimit(
  admin: Admin,
  name: string,
  request: Request,
  limit: RateLimit,
): Promise<void> {
  await enforceLimitOn(
    admin,
    `${name} ${addressBlock(callerAddress(request.headers, functionsEnv()))}`,
    limit,
  );
}

/**
 * The address that the nearest proxy saw. It is the last of the list: a proxy adds to what the caller sent, who can
 * write any number of addresses before it. Callers whose address is not told share one limit.
 */
export function callerAddress(headers: Headers, env: Pick<FunctionsEnv, "CLIENT_ADDRESS_HEADER">): string {
  return headers.get(env.CLIENT_ADDRESS_HEADER)?.split(",").at(-1)?.trim() || "unknown";
}

/** Counts against `subject`, of which only the SHA-256 is kept. Throws a 429 Refusal with `retry-after`. */
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
  throw new Refusal(429, "rate_limited", "Too many requests. Please wait a moment and try again.", {
    "retry-after": String(waitSeconds),
  });
}
