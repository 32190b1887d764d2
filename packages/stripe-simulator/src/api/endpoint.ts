import type { z } from "zod";
import type { World } from "../world.ts";
import type { Kind, Shown, StripeObject } from "./kind.ts";

type Path = { readonly id: string };

/** One request of the API. `path` is Hono's, under `/v1`; `:id` is the only variable. */
export type Endpoint = {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly params: z.ZodType;
  /** Synchronous on purpose: a request is processed as a whole or not at all, and nothing runs in between. */
  run(world: World, params: unknown, path: Path): Shown;
};

export type ObjectList<T> = { object: "list"; url: string; has_more: boolean; data: T[] };

/** Combines a parameter schema with the handler that receives its output. */
export function endpoint<S extends z.ZodType>(
  method: Endpoint["method"],
  path: string,
  params: S,
  handle: (world: World, params: z.output<S>, path: Path) => Shown,
): Endpoint {
  // `as`: the pipeline passes the output of this schema (serve.ts).
  return { method, path, params, run: (world, parsed, where) => handle(world, parsed as z.output<S>, where) };
}

/** A resource: the kinds of object it owns, and its endpoints. */
export type Resource = {
  readonly kinds: readonly Kind<StripeObject>[];
  readonly endpoints: readonly Endpoint[];
};
