import { mailPaths } from "../domain/mailPaths.ts";
import { TIERS } from "../domain/sales/plans.ts";
import { REVIEWS } from "../domain/study/reviews.ts";
import { ANY_ADDRESS } from "./document/documentPage.ts";

/** The allowed values of path parameters; addresses with any other value lead to the 404 page. */
const PARAMETERS: Record<string, readonly string[]> = {
  tier: TIERS,
  set: REVIEWS.map(({ set }) => set),
  mail: Object.values(mailPaths).map((path) => path().slice("/auth/".length)),
};

/** Parameters with more values than can be listed. Their addresses stay patterns, such as `/verify/:id`. */
const UNLISTED = ["id", "area"];
/** The screens below an address that ends in `/*`, which is the staff console's: lists, and one thing in a list. */
const BELOW = ["", "/:area", "/:area/:id"];

/**
 * Every address of a page in the page table, with its parameters filled in. Empty for the 404 page. Throws if a
 * parameter's values are not known: the page could not be prerendered, and its addresses could not be distinguished
 * from those that do not exist.
 */
export function addressesOf(path: string): string[] {
  if (path === ANY_ADDRESS) return [];
  if (path.endsWith("/*")) return BELOW.map((each) => path.replace("/*", each));
  const name = /:(\w+)/.exec(path)?.[1];
  if (!name || UNLISTED.includes(name)) return [path];
  const values = PARAMETERS[name];
  if (!values) throw new Error(`the values of :${name} in ${path} are not known`);
  return values.flatMap((value) => addressesOf(path.replace(`:${name}`, value)));
}
