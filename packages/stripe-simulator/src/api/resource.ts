import type { Endpoint } from "./endpoint.ts";
import type { Kind, StripeObject } from "./kind.ts";

/** What a resource brings: the kinds of object it owns and its requests. */
export type Resource = {
  readonly kinds: readonly Kind<StripeObject>[];
  readonly endpoints: readonly Endpoint[];
};
