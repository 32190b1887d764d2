import type { Plan } from "../../domain/plans.ts";

/** What the total is called: of an instalment plan it is one month's. */
export const TOTAL_NAMES: Record<Plan, string> = { full: "Total", installment: "Monthly Total" };
