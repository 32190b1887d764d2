import type { Plan } from "../../domain/plans.ts";

/** Labels of the total. For an instalment plan it is one month's payment. */
export const TOTAL_NAMES: Record<Plan, string> = { full: "Total", installment: "Monthly Total" };
