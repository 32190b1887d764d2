export const TIERS = ["student", "ngo", "professional"] as const;
export type Tier = (typeof TIERS)[number];

export const PLANS = ["full", "installment"] as const;
export type Plan = (typeof PLANS)[number];

/** The payment provider's lookup key; the browser sends it as `priceId`. */
export type LookupKey = `academy_${Tier}_${Plan}`;

export const INSTALLMENT_MONTHS = 3;

type TierPlans = {
  label: string;
  /** Net of VAT, in pence. The instalment price is one month's. */
  pricePence: Record<Plan, number>;
  features: string[];
  /**
   * Whether a reviewer reads the capstone, and the course has its sheets and tasks for organisations. The same rule as
   * `private.serves_organisations` in supabase/schemas.
   */
  servesOrganisations: boolean;
};

const STUDENT_FEATURES = [
  "Core content",
  "Basic consultancy",
  "Community forum",
  "E-mail support",
  "Certificate",
];
const NGO_FEATURES = [
  "All student features",
  "Advanced modules",
  "1-on-1 consultancy",
  "Priority support",
  "Custom learning path",
  "Resource library",
];
const PROFESSIONAL_FEATURES = [
  "All NGO features",
  "Unlimited 1-on-1",
  "Custom project support",
  "Dedicated account manager",
  "Quarterly strategy sessions",
  "Lifetime access",
  "Networking events",
];

export const TIER_PLANS: Record<Tier, TierPlans> = {
  student: {
    label: "Students",
    pricePence: { full: 50_00, installment: 18_00 },
    features: STUDENT_FEATURES,
    servesOrganisations: false,
  },
  ngo: {
    label: "NGOs & Non-Profit",
    pricePence: { full: 500_00, installment: 175_00 },
    features: NGO_FEATURES,
    servesOrganisations: true,
  },
  professional: {
    label: "Professionals",
    pricePence: { full: 850_00, installment: 300_00 },
    features: PROFESSIONAL_FEATURES,
    servesOrganisations: true,
  },
};

export function lookupKey(tier: Tier, plan: Plan): LookupKey {
  return `academy_${tier}_${plan}`;
}

/** The tier and plan of a lookup key, or undefined if it is not one of the six. */
export function planOf(key: string): { tier: Tier; plan: Plan } | undefined {
  for (const tier of TIERS) {
    for (const plan of PLANS) if (lookupKey(tier, plan) === key) return { tier, plan };
  }
  return undefined;
}

/** `paymentType` of the checkout routes: "installment" selects that plan, any other or no value payment in full. */
export function planFromQuery(paymentType: string | null): Plan {
  return paymentType === "installment" ? "installment" : "full";
}
