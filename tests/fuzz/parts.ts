import fc from "fast-check";
import { type ZodType, z } from "zod";
import { oddBody } from "./oddInputs.ts";

/** What one function gets, before anything around it is made odd. */
export type Part = { body?: Buffer; headers?: Record<string, string>; query?: string };

export type Target = {
  method: "GET" | "POST";
  parts: fc.Arbitrary<Part>;
  /** Of 30, how many are sent with another method: many where there is nothing else to be wrong. */
  otherMethods?: number;
  /** What it may answer when it says yes. */
  reply: ZodType;
  /** What it reports aloud by design, with or without a failure: everything else that is reported is a fault. */
  reports?: RegExp;
};

const JSON_TYPE = { "content-type": "application/json" };

/** Mostly what is nearly right, since the rest is refused at the door. */
export function mostly(near: fc.Arbitrary<Buffer>, headers: Record<string, string> = {}): fc.Arbitrary<Part> {
  const all = { ...JSON_TYPE, ...headers };
  return fc
    .oneof({ weight: 3, arbitrary: near }, { weight: 1, arbitrary: oddBody })
    .map((body) => ({ body, headers: all }));
}

/** A function for timers: a few times with their key, when it does what is due. */
export function timer(secretKey: string): Target {
  const nobody = oddBody.map((body): Part => ({ body, headers: JSON_TYPE }));
  const keeper = oddBody.map((body): Part => ({ body, headers: { ...JSON_TYPE, apikey: secretKey } }));
  return {
    method: "POST",
    parts: fc.oneof({ weight: 49, arbitrary: nobody }, { weight: 1, arbitrary: keeper }),
    reply: z.record(z.string(), z.int()),
  };
}

/** As a signed-in person some of the time: to find out who asks is dear. */
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
