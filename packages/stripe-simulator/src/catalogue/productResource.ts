import { z } from "zod";
import { badRequest } from "../api/apiError.ts";
import { endpoint } from "../api/endpoint.ts";
import { newId } from "../api/ids.ts";
import { listEndpoint } from "../api/list.ts";
import { equal, filter } from "../api/params/filter.ts";
import { given } from "../api/params/given.ts";
import { mergeMetadata, metadata } from "../api/params/metadata.ts";
import { boolean, listOf, notSimulated, text, unsettable, url } from "../api/params/params.ts";
import { removeEndpoint } from "../api/remove.ts";
import type { Resource } from "../api/resource.ts";
import { retrieveEndpoint } from "../api/retrieve.ts";
import { saveUpdate } from "../api/saveUpdate.ts";
import { emit } from "../webhooks/emit.ts";
import { requireObject, type World } from "../world.ts";
import { prices } from "./price.ts";
import { type Product, products } from "./product.ts";

const path = "/products";
const MAX_IMAGES = 8;

const fields = {
  active: boolean.optional(),
  description: unsettable(text()),
  images: unsettable(
    listOf(url).refine((images) => images.length <= MAX_IMAGES, "You can have at most 8 images."),
  ),
  marketing_features: unsettable(listOf(z.strictObject({ name: text(80) }))),
  metadata,
  shippable: boolean.optional(),
  statement_descriptor: unsettable(text(22)),
  tax_code: unsettable(text()),
  unit_label: unsettable(text()),
  url: unsettable(url),
  ...notSimulated("package_dimensions", "tax_details"),
};

const createParams = z.strictObject({
  ...fields,
  id: text().optional(),
  name: text(),
  type: text().optional(),
  ...notSimulated("default_price_data"),
});

const updateParams = z.strictObject({ ...fields, name: text().optional(), default_price: text().optional() });

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
    default_price: null,
    description: params.description ?? null,
    images: params.images ?? [],
    livemode: false,
    marketing_features: params.marketing_features ?? [],
    metadata: mergeMetadata({}, params.metadata),
    name: params.name,
    package_dimensions: null,
    shippable: params.shippable ?? null,
    statement_descriptor: params.statement_descriptor ?? null,
    tax_code: params.tax_code ?? null,
    tax_details: null,
    type: params.type ?? "service",
    unit_label: params.unit_label ?? null,
    updated: world.now(),
    url: params.url ?? null,
  };
  emit(world, "product.created", world.store.put(products, product));
  return product;
}

export const productResource: Resource = {
  kinds: [products],
  endpoints: [
    endpoint("POST", path, createParams, create),
    endpoint(
      "POST",
      `${path}/:id`,
      updateParams,
      (world, { metadata: change, images, marketing_features, ...params }, { id }) => {
        if (params.default_price) requireObject(world, prices, params.default_price, "default_price");
        return saveUpdate(world, products, id, "product.updated", (before) => ({
          ...before,
          ...given(params),
          ...(images === undefined ? {} : { images: images ?? [] }),
          ...(marketing_features === undefined ? {} : { marketing_features: marketing_features ?? [] }),
          metadata: mergeMetadata(before.metadata, change),
          updated: world.now(),
        }));
      },
    ),
    retrieveEndpoint(path, products),
    listEndpoint(path, products, {
      active: equal("active", boolean),
      ids: filter(listOf(text()), (product: Product, ids) => ids.includes(product.id)),
      shippable: equal("shippable", boolean),
      url: equal("url", text()),
    }),
    removeEndpoint(path, products, (world, product) => {
      if (world.store.all(prices).some((price) => price.product === product.id)) {
        throw badRequest("This product cannot be deleted because it has one or more user-created prices.");
      }
      emit(world, "product.deleted", product);
    }),
  ],
};
