import { z } from "zod";
import { saveUpdate } from "../api/crud.ts";
import { endpoint, type Resource } from "../api/endpoint.ts";
import { newId } from "../api/ids.ts";
import { equal, listEndpoint } from "../api/list.ts";
import { boolean, given, mergeMetadata, metadata, oneOf, percentage, text } from "../api/params.ts";
import { emit } from "../webhooks/emit.ts";
import { type TaxRate, taxRates } from "./objects.ts";

const path = "/tax_rates";
const MAX_NAME_CHARACTERS = 50;

const fields = {
  active: boolean.optional(),
  country: text(2).optional(),
  metadata,
};

const name = text(MAX_NAME_CHARACTERS);
/** Tax is added to prices; prices that include it are not simulated. */
const exclusive = oneOf("false").transform(() => false);
const createParams = z.strictObject({ ...fields, display_name: name, inclusive: exclusive, percentage });

export const taxRateResource: Resource = {
  kinds: [taxRates],
  endpoints: [
    endpoint("POST", path, createParams, (world, params) => {
      const rate: TaxRate = {
        id: newId("txr"),
        object: "tax_rate",
        active: params.active ?? true,
        country: params.country ?? null,
        created: world.now(),
        description: null,
        display_name: params.display_name,
        effective_percentage: null,
        flat_amount: null,
        inclusive: params.inclusive,
        jurisdiction: null,
        jurisdiction_level: null,
        livemode: false,
        metadata: mergeMetadata({}, params.metadata),
        percentage: params.percentage,
        rate_type: "percentage",
        state: null,
        tax_type: null,
      };
      emit(world, "tax_rate.created", world.store.put(taxRates, rate));
      return rate;
    }),
    endpoint(
      "POST",
      `${path}/:id`,
      z.strictObject(fields),
      (world, { metadata: change, ...params }, { id }) =>
        saveUpdate(world, taxRates, id, "tax_rate.updated", (before) => ({
          ...before,
          ...given(params),
          metadata: mergeMetadata(before.metadata, change),
        })),
    ),
    listEndpoint(path, taxRates, { active: equal("active", boolean) }),
  ],
};
