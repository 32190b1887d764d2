import { Hono } from "hono";
import type { World } from "../world.ts";
import { answerRequest } from "./answerRequest.ts";
import { ApiError, badRequest, errorJson } from "./apiError.ts";
import { API_VERSION } from "./apiVersion.ts";
import { authenticate } from "./authenticate.ts";
import type { Endpoint } from "./endpoint.ts";
import { createIdempotency } from "./idempotency.ts";
import { newId } from "./ids.ts";
import { jsonResponse } from "./jsonResponse.ts";

const VERSION = /^\d{4}-\d{2}-\d{2}(\.[a-z]+)?$/;

type ApiEnv = { Variables: { requestId: string } };

/** Stripe's API, to be mounted under `/v1`. `before` runs ahead of every request that has a valid key. */
export function serveApi(
  world: World,
  options: { secretKey: string; endpoints: readonly Endpoint[]; before: () => void },
): Hono<ApiEnv> {
  const api = new Hono<ApiEnv>();
  const idempotency = createIdempotency(world.store, world.now);
  api.use(async (c, next) => {
    c.set("requestId", newId("req"));
    await next();
    c.header("request-id", c.get("requestId"));
    c.header("stripe-version", c.req.header("stripe-version") ?? API_VERSION);
    const key = c.req.header("idempotency-key");
    if (key) c.header("idempotency-key", key);
  });
  api.use(async (c, next) => {
    authenticate(c.req.header("authorization"), options.secretKey);
    const version = c.req.header("stripe-version");
    if (version && !VERSION.test(version)) throw badRequest(`Invalid Stripe API version: ${version}`);
    options.before();
    await next();
  });
  for (const each of options.endpoints) {
    api.on(each.method, each.path, (c) => {
      const request = { id: c.get("requestId"), idempotency_key: c.req.header("idempotency-key") ?? null };
      return answerRequest(c.req, each, { ...world, request }, idempotency);
    });
  }
  api.all("*", (c) => {
    throw new ApiError(404, {
      type: "invalid_request_error",
      message: unrecognised(c.req.method, c.req.path),
    });
  });
  api.onError((error, c) => {
    if (error instanceof ApiError)
      return jsonResponse(error.status, errorJson(error.body, c.get("requestId")));
    console.error(`Payment simulator: ${c.req.method} ${c.req.path}: ${error.stack ?? error.message}`);
    const message = "An error occurred inside the payment simulator; its log says more.";
    return jsonResponse(500, errorJson({ type: "api_error", message }, c.get("requestId")));
  });
  return api;
}

function unrecognised(method: string, path: string): string {
  return (
    `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at ` +
    "https://support.stripe.com/."
  );
}
