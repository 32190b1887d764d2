import { Hono, type HonoRequest } from "hono";
import Stripe from "stripe";
import { z } from "zod";
import type { World } from "../world.ts";
import { ApiError, badRequest, CardError, errorJson } from "./apiError.ts";
import type { Endpoint } from "./endpoint.ts";
import { parseForm, parseParams } from "./form.ts";
import { type Answer, createIdempotency, type Idempotency } from "./idempotency.ts";
import { newId } from "./ids.ts";
import { listOf, text } from "./params.ts";
import { readBody } from "./readBody.ts";
import { view } from "./view.ts";

type ApiEnv = { Variables: { requestId: string } };

/** Stripe's API, to be mounted under `/v1`. `before` runs before every request with a valid key. */
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
    c.header("stripe-version", c.req.header("stripe-version") ?? Stripe.API_VERSION);
    const key = c.req.header("idempotency-key");
    if (key) c.header("idempotency-key", key);
  });
  api.use(async (c, next) => {
    authenticate(c.req.header("authorization"), options.secretKey);
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

const MAX_BODY_BYTES = 1_000_000;
const FORM = "application/x-www-form-urlencoded";
const expandSchema = z.object({ expand: listOf(text()).optional() });

/**
 * Parses, replays or runs, saves, responds: in this order, so that no response is sent before its changes are saved.
 * Only responses to requests that were executed are stored for their idempotency key.
 */
async function answerRequest(
  request: HonoRequest,
  endpoint: Endpoint,
  world: World,
  idempotency: Idempotency,
): Promise<Response> {
  const form = endpoint.method === "POST" ? await readForm(request) : new URL(request.url).search.slice(1);
  const key = endpoint.method === "POST" ? request.header("idempotency-key") : undefined;
  const kept = key ? idempotency.begin(key, request.path, form) : null;
  if (kept) {
    await world.store.flush();
    return jsonResponse(kept.status, kept.body, { "idempotent-replayed": "true" });
  }
  try {
    const { expand, ...raw } = parseForm(form);
    const expanded = parseParams(expandSchema, expand === undefined ? {} : { expand }).expand;
    const params = parseParams(endpoint.params, raw);
    const answer = run(endpoint, world, { params, expand: expanded ?? [], id: request.param("id") ?? "" });
    if (key) idempotency.keep(key, request.path, form, answer);
    await world.store.flush();
    return jsonResponse(answer.status, answer.body);
  } finally {
    if (key) idempotency.end(key);
  }
}

async function readForm(request: HonoRequest): Promise<string> {
  const type = request.header("content-type");
  if (type && !type.startsWith(FORM)) {
    throw badRequest(`Invalid request (check that your POST content type is ${FORM}).`);
  }
  const body = await readBody(request.raw, MAX_BODY_BYTES);
  if (body !== null) return body;
  throw new ApiError(413, { type: "invalid_request_error", message: "The request is too large." });
}

function run(
  endpoint: Endpoint,
  world: World,
  { params, expand, id }: { params: unknown; expand: readonly string[]; id: string },
): Answer {
  try {
    const body = world.store.atomically(() =>
      orRefusedCard(() => view(world, endpoint.run(world, params, { id }), expand)),
    );
    if (body instanceof CardError) throw body;
    return { status: 200, body: JSON.stringify(body, null, 2) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return {
      status: error.status,
      body: JSON.stringify(errorJson(error.body, world.request.id ?? ""), null, 2),
    };
  }
}

/** Returns a declined card as a result. If the error propagated, the failed attempt would be rolled back. */
function orRefusedCard<R>(work: () => R): R | CardError {
  try {
    return work();
  } catch (error) {
    if (error instanceof CardError) return error;
    throw error;
  }
}

const MISSING =
  "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth " +
  "(e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we " +
  "can help at https://support.stripe.com/.";

/** Throws 401 like Stripe unless the header carries `secretKey` as a bearer token. */
function authenticate(header: string | undefined, secretKey: string): void {
  const [, given] = /^Bearer (.+)$/i.exec(header ?? "") ?? [];
  if (!given) throw new ApiError(401, { type: "invalid_request_error", message: MISSING });
  if (given === secretKey) return;
  throw new ApiError(401, {
    type: "invalid_request_error",
    message: `Invalid API Key provided: ${"*".repeat(given.length - 4)}${given.slice(-4)}`,
  });
}

const HEADERS = { "content-type": "application/json", "cache-control": "no-cache, no-store" };

/** A JSON response from an object, or from text that is already JSON. */
function jsonResponse(status: number, body: object | string, headers: Record<string, string> = {}): Response {
  const text = typeof body === "string" ? body : JSON.stringify(body, null, 2);
  return new Response(text, { status, headers: { ...HEADERS, ...headers } });
}
