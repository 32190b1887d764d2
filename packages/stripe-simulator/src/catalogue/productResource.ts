import { z } from "zod";
import { badRequest } from "../api/apiError.ts";
import { retrieveEndpoint, saveUpdate } from "../api/crud.ts";
import { endpoint, type Resource } from "../api/endpoint.ts";
import { newId } from "../api/ids.ts";
import { listEndpoint } from "../api/list.ts";
import { boolean, given, mergeMetadata, metadata, text, unsettable } from "../api/params.ts";
import { emit } from "../webhooks/emit.ts";
import type { World } from "../world.ts";
import { type Product, products } from "./objects.ts";

const path = "/products";

const fields = {
  active: boolean.optional(),
  description: unsettable(text()),
  metadata,
};

const createParams = z.strictObject({ ...fields, id: text().optional(), name: text() });
const updateParams = z.strictObject({ ...fields, name: text().optional() });

function create(world: World, params: z.output<typeof createParams>): Product {
  const id = params.id ?? newId("prod");
  if (world.store.get(products, id)) {
    throw badRequest(`Product already exists: ${id}`, { code: "resource_already_exists", param: "id" });
  }
  const product: Product = {
    id,
    object: "product",
    active: params.active ?? true,
    created: world.now(),
    description: params.description ?? null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, params.metadata),
    name: params.name,
    type: "service",
    updated: world.now(),
    url: null,
  };
  emit(world, "product.created", world.store.put(products, product));
  return product;
}

export const productResource: Resource = {
  kinds: [products],
  endpoints: [
    endpoint("POST", path, createParams, create),
    endpoint("POST", `${path}/:id`, updateParams, (world, { metadata: change, ...params }, { id }) =>
      saveUpdate(world, products, id, "product.updated", (before) => ({
        ...before,
        ...given(params),
        metadata: mergeMetadata(before.metadata, change),
        updated: world.now(),
      })),
    ),
    retrieveEndpoint(path, products),
    listEndpoint(path, products, {}),
  ],
};
