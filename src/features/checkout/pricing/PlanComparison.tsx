import { PLANS, type Plan, type Tier } from "../../../domain/sales/plans.ts";
import { formatPence, VAT_PERCENT } from "../../../domain/sales/pricing.ts";
import { Table } from "../../../ui/Table.tsx";
import { type PlanCost, planCost } from "../planCost.ts";

const NAMES: Record<Plan, string> = { full: "Pay in full", installment: "3-month plan" };

const COLUMNS = [
  { header: "What you pay" },
  ...PLANS.map((plan) => ({ header: NAMES[plan], numeric: true })),
];

const ROWS: [name: string, figure: (cost: PlanCost) => string][] = [
  ["Payments", ({ payments }) => `${payments}`],
  ["Each, before VAT", ({ each }) => formatPence(each.pricePence)],
  [`VAT (${VAT_PERCENT}%) on each`, ({ each }) => formatPence(each.vatPence)],
  ["Each, with VAT", ({ each }) => formatPence(each.totalPence)],
  ["In total", ({ overallPence }) => formatPence(overallPence)],
];

/** Both plans side by side. Visitors without scripts need this, because they cannot use the switch. */
export function PlanComparison({ tier }: { tier: Tier }) {
  const costs = PLANS.map((plan) => planCost(tier, plan));
  return (
    <Table
      caption="Both options side by side"
      captionHidden
      columns={COLUMNS}
      rows={ROWS.map(([name, figure]) => [name, ...costs.map(figure)])}
    />
  );
}
