import Stripe from "stripe";
import { z } from "zod";
import { badRequest } from "../api/apiError.ts";
import { removeEndpoint, retrieveEndpoint, saveUpdate } from "../api/crud.ts";
import { endpoint, type Resource } from "../api/endpoint.ts";
import { newId, randomText } from "../api/ids.ts";
import { filter, listEndpoint } from "../api/list.ts";
import { boolean, given, listOf, text, url } from "../api/params.ts";
import type { Store } from "../store.ts";
import {
  endpointSecrets,
  events,
  type StripeEvent,
  type WebhookEndpoint,
  webhookEndpoints,
} from "./objects.ts";

export const eventResource: Resource = {
  kinds: [events],
  endpoints: [
    retrieveEndpoint("/events", events),
    listEndpoint("/events", events, {
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

const endpointsPath = "/webhook_endpoints";
const DEFAULT_ID = "we_1DefaultEndpointOfSite";
const SECRET_CHARACTERS = 32;

const enabledEvents = listOf(text());
const createParams = z.strictObject({
  api_version: text().optional(),
  enabled_events: enabledEvents,
  url,
});
const updateParams = z.strictObject({
  disabled: boolean.optional(),
  enabled_events: enabledEvents.optional(),
});

export const webhookEndpointResource: Resource = {
  kinds: [webhookEndpoints],
  endpoints: [
    endpoint("POST", endpointsPath, createParams, (world, params) => {
      const made: WebhookEndpoint = {
        ...blankEndpoint(newId("we"), params.url, world.now()),
        api_version: params.api_version ?? null,
        enabled_events: params.enabled_events,
      };
      const secret = `whsec_${randomText(SECRET_CHARACTERS)}`;
      save(world.store, made, secret);
      return { ...made, secret };
    }),
    endpoint("POST", `${endpointsPath}/:id`, updateParams, (world, { disabled, ...params }, { id }) =>
      saveUpdate(world, webhookEndpoints, id, null, (before) => ({
        ...before,
        ...given(params),
        status: disabled === undefined ? before.status : disabled ? "disabled" : "enabled",
      })),
    ),
    listEndpoint(endpointsPath, webhookEndpoints),
    removeEndpoint(endpointsPath, webhookEndpoints, (world, { id }) => {
      if (id === DEFAULT_ID)
        throw badRequest("The endpoint of the site itself cannot be deleted from the simulator.");
      world.store.remove(endpointSecrets, id);
    }),
  ],
};

/** Sets the site's own endpoint as configured at this start; null removes it. `now` in Unix seconds. */
export function setDefaultEndpoint(
  store: Store,
  target: { url: string; secret: string } | null,
  now: number,
): void {
  const before = store.get(webhookEndpoints, DEFAULT_ID);
  if (target)
    save(
      store,
      { ...(before ?? blankEndpoint(DEFAULT_ID, target.url, now)), url: target.url },
      target.secret,
    );
  else if (before) store.remove(webhookEndpoints, DEFAULT_ID);
}

function save(store: Store, endpoint: WebhookEndpoint, secret: string): void {
  store.put(webhookEndpoints, endpoint);
  store.put(endpointSecrets, { id: endpoint.id, object: "simulator.endpoint_secret", secret });
}

function blankEndpoint(id: string, url: string, created: number): WebhookEndpoint {
  return {
    id,
    object: "webhook_endpoint",
    api_version: Stripe.API_VERSION,
    application: null,
    created,
    description: null,
    enabled_events: ["*"],
    livemode: false,
    metadata: {},
    status: "enabled",
    url,
  };
}
