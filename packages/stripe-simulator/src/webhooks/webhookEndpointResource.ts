import { z } from "zod";
import { badRequest } from "../api/apiError.ts";
import { API_VERSION } from "../api/apiVersion.ts";
import { endpoint } from "../api/endpoint.ts";
import { newId, randomText } from "../api/ids.ts";
import { listEndpoint } from "../api/list.ts";
import { given } from "../api/params/given.ts";
import { mergeMetadata, metadata } from "../api/params/metadata.ts";
import { boolean, listOf, notSimulated, text, unsettable, url } from "../api/params/params.ts";
import { removeEndpoint } from "../api/remove.ts";
import type { Resource } from "../api/resource.ts";
import { retrieveEndpoint } from "../api/retrieve.ts";
import { saveUpdate } from "../api/saveUpdate.ts";
import type { Store } from "../store/store.ts";
import { endpointSecrets, type WebhookEndpoint, webhookEndpoints } from "./webhookEndpoint.ts";

const path = "/webhook_endpoints";
const DEFAULT_ID = "we_1DefaultEndpointOfSite";
const SECRET_CHARACTERS = 32;

const enabledEvents = listOf(text());
const fields = { description: unsettable(text(5000)), metadata };
const createParams = z.strictObject({
  ...fields,
  api_version: text().optional(),
  enabled_events: enabledEvents,
  url,
  ...notSimulated("connect"),
});
const updateParams = z.strictObject({
  ...fields,
  disabled: boolean.optional(),
  enabled_events: enabledEvents.optional(),
  url: url.optional(),
});

export const webhookEndpointResource: Resource = {
  kinds: [webhookEndpoints],
  endpoints: [
    endpoint("POST", path, createParams, (world, params) => {
      const made: WebhookEndpoint = {
        ...blankEndpoint(newId("we"), params.url, world.now()),
        api_version: params.api_version ?? null,
        description: params.description ?? null,
        enabled_events: params.enabled_events,
        metadata: mergeMetadata({}, params.metadata),
      };
      const secret = `whsec_${randomText(SECRET_CHARACTERS)}`;
      save(world.store, made, secret);
      return { ...made, secret };
    }),
    endpoint(
      "POST",
      `${path}/:id`,
      updateParams,
      (world, { metadata: change, disabled, ...params }, { id }) =>
        saveUpdate(world, webhookEndpoints, id, null, (before) => ({
          ...before,
          ...given(params),
          status: disabled === undefined ? before.status : disabled ? "disabled" : "enabled",
          metadata: mergeMetadata(before.metadata, change),
        })),
    ),
    retrieveEndpoint(path, webhookEndpoints),
    listEndpoint(path, webhookEndpoints),
    removeEndpoint(path, webhookEndpoints, (world, { id }) => {
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
    api_version: API_VERSION,
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
