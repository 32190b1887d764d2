import fc from "fast-check";
import { z } from "zod";
import { oddBody } from "./oddInputs.ts";

/** The parts of a request that are specific to one function. */
export type Part = { body?: Buffer; headers?: Record<string, string>; query?: string };

export type Target = {
  method: "GET" | "POST";
  parts: fc.Arbitrary<Part>;
  /** How many of 30 requests use another method. More for functions whose requests have nothing else to vary. */
  otherMethods?: number;
  /** The schema of a successful response. */
  reply: z.core.$ZodType;
  /** The schema of a 503 that is no failure of the function. */
  unavailable?: z.core.$ZodType;
  /** Errors that the function logs by design. Any other logged error fails the test. */
  reports?: RegExp;
};

const JSON_TYPE = { "content-type": "application/json" };

/** Mostly nearly valid bodies, because others fail at the first check. */
export function mostly(near: fc.Arbitrary<Buffer>, headers: Record<string, string> = {}): fc.Arbitrary<Part> {
  const all = { ...JSON_TYPE, ...headers };
  return fc
    .oneof({ weight: 3, arbitrary: near }, { weight: 1, arbitrary: oddBody })
    .map((body) => ({ body, headers: all }));
}

/** A function that timers call. A few requests have the secret key, so that the function runs its job. */
export function timer(secretKey: string, reply: Target["reply"] = z.record(z.string(), z.int())): Target {
  const anonymous = oddBody.map((body): Part => ({ body, headers: JSON_TYPE }));
  const withKey = oddBody.map((body): Part => ({ body, headers: { ...JSON_TYPE, apikey: secretKey } }));
  return {
    method: "POST",
    parts: fc.oneof({ weight: 49, arbitrary: anonymous }, { weight: 1, arbitrary: withKey }),
    reply,
  };
}

/** Signed in for some requests only, because checking a token is slow. */
export function sometimes(
  token: string,
  near: fc.Arbitrary<Buffer>,
  weights: [anonymous: number, signedIn: number],
): fc.Arbitrary<Part> {
  return fc.oneof(
    { weight: weights[0], arbitrary: mostly(near) },
    { weight: weights[1], arbitrary: mostly(near, { authorization: `Bearer ${token}` }) },
  );
}
