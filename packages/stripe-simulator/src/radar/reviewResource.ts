import { z } from "zod";
import { badRequest } from "../api/apiError.ts";
import { endpoint } from "../api/endpoint.ts";
import { listEndpoint } from "../api/list.ts";
import type { Resource } from "../api/resource.ts";
import { retrieveEndpoint } from "../api/retrieve.ts";
import { emit } from "../webhooks/emit.ts";
import { requireObject } from "../world.ts";
import { reviews } from "./review.ts";

const path = "/reviews";

/** Reviews are opened by payments; a request can only read them and approve the payment. */
export const reviewResource: Resource = {
  kinds: [reviews],
  endpoints: [
    endpoint("POST", `${path}/:id/approve`, z.strictObject({}), (world, _params, { id }) => {
      const review = requireObject(world, reviews, id);
      if (!review.open) throw badRequest("This review has already been closed.");
      const closed = world.store.put(reviews, {
        ...review,
        closed_reason: "approved",
        open: false,
        reason: "approved",
      });
      emit(world, "review.closed", closed);
      return closed;
    }),
    retrieveEndpoint(path, reviews),
    listEndpoint(path, reviews, {}),
  ],
};
