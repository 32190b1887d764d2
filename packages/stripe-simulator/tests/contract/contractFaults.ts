import { readFile } from "node:fs/promises";
import { faultsOf, type Shape } from "./shape.ts";

/** How an object that the package answered differs from Stripe's own sample of that name. */
export async function contractFaults(name: string, object: unknown): Promise<string[]> {
  const shape: Shape = JSON.parse(await readFile(new URL(`./samples/${name}.json`, import.meta.url), "utf8"));
  if (!object) return [`there is no ${name}`];
  return faultsOf(wire(object), shape);
}

/** The package turns decimals into objects; the wire has texts. */
function wire(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
