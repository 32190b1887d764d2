import { listEndpoint } from "../api/list.ts";
import { filter } from "../api/params/filter.ts";
import { boolean, listOf, text } from "../api/params/params.ts";
import type { Resource } from "../api/resource.ts";
import { retrieveEndpoint } from "../api/retrieve.ts";
import { events, type StripeEvent } from "./event.ts";

const path = "/events";

export const eventResource: Resource = {
  kinds: [events],
  endpoints: [
    retrieveEndpoint(path, events),
    listEndpoint(path, events, {
      delivery_success: filter(
        boolean,
        (event: StripeEvent, wanted) => (event.pending_webhooks === 0) === wanted,
      ),
      type: filter(text(), ({ type }: StripeEvent, wanted) => matches(type, wanted)),
      types: filter(listOf(text()), ({ type }: StripeEvent, wanted) =>
        wanted.some((each) => matches(type, each)),
      ),
    }),
  ],
};

/** "charge.*" matches every charge event. */
function matches(type: string, wanted: string): boolean {
  return wanted.endsWith("*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}
