import { TIERS, type Tier } from "../../domain/sales/plans.ts";

type LoaderArguments = { params: { tier?: string } };

/**
 * The loader of the pricing and checkout routes. For an unknown tier it throws a 404 Response, which is shown as "not
 * found".
 */
export function loadTier({ params }: LoaderArguments): Tier {
  const tier = TIERS.find((each) => each === params.tier);
  if (!tier) throw new Response(null, { status: 404 });
  return tier;
}
