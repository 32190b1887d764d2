import { readFile } from "node:fs/promises";
import { faultsOf, type Shape } from "./shape.ts";

/** Lists how an object returned by the package differs from Stripe's own sample of that name. */
export async function contractFaults(name: string, object: unknown): Promise<string[]> {
  const shape: Shape = JSON.parse(await readFile(new URL(`./samples/${name}.json`, import.meta.url), "utf8"));
  if (!object) return [`there is no ${name}`];
  return faultsOf(wire(object), shape);
}

/** The package turns decimals into objects; the JSON has strings. */
function wire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
