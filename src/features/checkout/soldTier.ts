import type { Tier } from "../../domain/plans.ts";

/** Tiers that can be bought today. The address of any other is "not found", and no page links to it. */
const SOLD: readonly string[] = ["student"] satisfies Tier[];

/** The route's tier. Throws a 404 Response for a tier that is not sold, which the router shows as "not found". */
function requireSoldTier(tier: string | undefined): "student" {
  if (tier === undefined || !SOLD.includes(tier)) throw new Response(null, { status: 404 });
  return "student"; // the only member of SOLD
}

type LoaderArguments = { params: { tier?: string } };

/** Loader of the pricing and checkout routes. */
export function loadSoldTier({ params }: LoaderArguments): "student" {
  return requireSoldTier(params.tier);
}
