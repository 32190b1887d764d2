import { TIERS, type Tier } from "../../domain/sales/plans.ts";

type LoaderArguments = { params: { tier?: string } };

/** Loader of the pricing and checkout routes. Throws a 404 Response for an unknown tier, shown as "not found". */
export function loadTier({ params }: LoaderArguments): Tier {
  const tier = TIERS.find((each) => each === params.tier);
  if (!tier) throw new Response(null, { status: 404 });
  return tier;
}
