import { createHash } from "node:crypto";
import type { Store } from "../store.ts";
import { ApiError } from "./apiError.ts";
import type { Kind } from "./kind.ts";

const KEPT_SECONDS = 24 * 60 * 60;
const MAX_KEY_CHARACTERS = 255;

type KeptAnswer = {
  id: string;
  object: "simulator.idempotency_key";
  path: string;
  fingerprint: string;
  status: number;
  body: string;
  at: number;
};

const keptAnswers: Kind<KeptAnswer> = { object: "simulator.idempotency_key" };

export type Answer = { status: number; body: string };

/** Stripe's rules for `Idempotency-Key` (docs.stripe.com/api/idempotent_requests). */
export type Idempotency = {
  /**
   * Returns the stored response to an identical request, or null. Throws if the key belongs to another request or to
   * one that is still running.
   */
  begin(key: string, path: string, form: string): Answer | null;
  /** Stores the response to a request that was executed. */
  keep(key: string, path: string, form: string, answer: Answer): void;
  end(key: string): void;
};

/** `now` in Unix seconds. */
export function createIdempotency(store: Store, now: () => number): Idempotency {
  const underWay = new Set<string>();
  return {
    begin(key, path, form) {
      if (key.length > MAX_KEY_CHARACTERS)
        throw idempotencyError(400, "Idempotency keys can be at most 255 characters.");
      if (underWay.has(key)) {
        throw idempotencyError(
          409,
          `There is currently another in-progress request using this Idempotency Key (that probably means you submitted twice, and the other request is still going through): ${key}.`,
          "idempotency_key_in_use",
        );
      }
      const kept = store.get(keptAnswers, key);
      if (!kept || kept.at + KEPT_SECONDS <= now()) {
        underWay.add(key);
        return null;
      }
      if (kept.path === path && kept.fingerprint === fingerprintOf(form)) return kept;
      throw idempotencyError(
        400,
        kept.path === path
          ? `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
          : `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${kept.path}' vs '${path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    },
    keep(key, path, form, { status, body }) {
      for (const old of store.all(keptAnswers)) {
        if (old.at + KEPT_SECONDS <= now()) store.remove(keptAnswers, old.id);
      }
      const fingerprint = fingerprintOf(form);
      store.put(keptAnswers, {
        id: key,
        object: keptAnswers.object,
        path,
        fingerprint,
        status,
        body,
        at: now(),
      });
    },
    end(key) {
      underWay.delete(key);
    },
  };
}

/** The order of parameters does not matter. */
function fingerprintOf(form: string): string {
  const params = new URLSearchParams(form);
  params.sort();
  return createHash("sha256").update(params.toString()).digest("hex");
}

function idempotencyError(status: number, message: string, code?: string): ApiError {
  return new ApiError(status, { type: "idempotency_error", message, ...(code ? { code } : {}) });
}
