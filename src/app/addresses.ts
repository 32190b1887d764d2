import type { RouteObject } from "react-router-dom";
import { mailPaths } from "../domain/mailPaths.ts";
import { REVIEWS } from "../domain/pacing.ts";
import { TIERS } from "../domain/plans.ts";

/** What a route's parameter may be; addresses with any other value lead to the 404 page. */
const PARAMETERS: Record<string, readonly string[]> = {
  tier: TIERS,
  set: REVIEWS.map(({ set }) => set),
  mail: Object.values(mailPaths).map((path) => path().slice("/auth/".length)),
};

/** Parameters with more values than can be listed. Their addresses stay patterns, such as `/verify/:id`. */
const UNLISTED = ["id"];

/**
 * Every address that these routes answer, with their parameters filled in. Throws on a parameter of which not every
 * value is known: such a page could be neither rendered ahead nor told from one that does not exist.
 */
export function addressesOf(routes: readonly RouteObject[]): string[] {
  return routes.flatMap(({ path, children }) => [
    ...(path && path !== "*" ? fillIn(path) : []),
    ...addressesOf(children ?? []),
  ]);
}

function fillIn(path: string): string[] {
  const name = /:(\w+)/.exec(path)?.[1];
  if (!name || UNLISTED.includes(name)) return [path];
  const values = PARAMETERS[name];
  if (!values) throw new Error(`the values of :${name} in ${path} are not known`);
  return values.flatMap((value) => fillIn(path.replace(`:${name}`, value)));
}
