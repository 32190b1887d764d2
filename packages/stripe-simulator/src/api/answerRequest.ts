import type { HonoRequest } from "hono";
import { z } from "zod";
import type { World } from "../world.ts";
import { ApiError, badRequest, CardError, errorJson } from "./apiError.ts";
import type { Endpoint } from "./endpoint.ts";
import type { Answer, Idempotency } from "./idempotency.ts";
import { jsonResponse } from "./jsonResponse.ts";
import { parseForm } from "./params/formParse.ts";
import { listOf, text } from "./params/params.ts";
import { parseParams } from "./params/parseParams.ts";
import { readBody } from "./readBody.ts";
import { view } from "./view.ts";

const MAX_BODY_BYTES = 1_000_000;
const FORM = "application/x-www-form-urlencoded";
const expandSchema = z.object({ expand: listOf(text()).optional() });

/**
 * Parses, replays or runs, saves, answers: in this order, so an answer is never given for what is not kept.
 * Only answers of requests that were really run are kept for their idempotency key.
 */
export async function answerRequest(
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

/** A refused card is a result: thrown any further it would undo the failed attempt. */
function orRefusedCard<R>(work: () => R): R | CardError {
  try {
    return work();
  } catch (error) {
    if (error instanceof CardError) return error;
    throw error;
  }
}
