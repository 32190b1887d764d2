import { z } from "zod";
import { type Admin, callDatabase } from "./database.ts";
import { sha256Hex } from "./random.ts";
import { Refusal } from "./refusal.ts";

export type RateLimit = { requests: number; windowSeconds: number };

/**
 * Counts the request against its caller, told apart by the first address in `x-forwarded-for`, which the platform
 * (or the embedded server) sets. Throws a 429 Refusal with `retry-after`.
 */
export async function enforceRateLimit(
  admin: Admin,
  name: string,
  request: Request,
  limit: RateLimit,
): Promise<void> {
  const address = request.headers.get("x-forwarded-for")?.split(",")[0]?.trim() || "unknown";
  await enforceLimitOn(admin, `${name} ${address}`, limit);
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
