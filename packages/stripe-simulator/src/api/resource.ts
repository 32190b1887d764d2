import type { Endpoint } from "./endpoint.ts";
import type { Kind, StripeObject } from "./kind.ts";

/** A resource: the kinds of object it owns, and its endpoints. */
export type Resource = {
  readonly kinds: readonly Kind<StripeObject>[];
  readonly endpoints: readonly Endpoint[];
};
