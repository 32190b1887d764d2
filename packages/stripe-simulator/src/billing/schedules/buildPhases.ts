import { badRequest } from "../../api/apiError.ts";
import { mergeMetadata } from "../../api/params/metadata.ts";
import { prices } from "../../catalogue/price.ts";
import { taxRates } from "../../catalogue/taxRate.ts";
import { paymentMethods } from "../../customers/paymentMethod.ts";
import { coupons } from "../../discounts/coupon.ts";
import { discounts } from "../../discounts/discount.ts";
import { promotionCodes } from "../../discounts/promotionCode.ts";
import { requireObject, type World } from "../../world.ts";
import { addSpan } from "../subscriptions/interval.ts";
import { unusedInPhases } from "./newSchedule.ts";
import type { PhaseParams } from "./scheduleParams.ts";
import type { Phase, PhaseItem, SubscriptionSchedule } from "./subscriptionSchedule.ts";

/** Builds consecutive phases from the parameters, or throws Stripe's error. */
export function buildPhases(
  world: World,
  schedule: SubscriptionSchedule,
  given: readonly PhaseParams[],
): Phase[] {
  const phases: Phase[] = [];
  for (const [index, params] of given.entries()) {
    const param = `phases[${index}]`;
    const start = startOf(schedule, phases.at(-1), params, param);
    phases.push(buildPhase(world, schedule, params, { param, start }));
  }
  return phases;
}

function startOf(
  schedule: SubscriptionSchedule,
  before: Phase | undefined,
  params: PhaseParams,
  param: string,
): number {
  if (before) {
    if (params.start_date === undefined || params.start_date === before.end_date) return before.end_date;
    throw badRequest("The start date of a phase must be the end date of the phase before it.", {
      param: `${param}[start_date]`,
    });
  }
  if (params.start_date === undefined) {
    throw badRequest(
      "The subscription schedule update must include at least one phase with a `start_date` parameter set to anchor end dates to.",
      { param: "phases" },
    );
  }
  if (params.start_date !== schedule.current_phase?.start_date) {
    throw badRequest("You can not modify the start date of the current phase.", {
      param: `${param}[start_date]`,
    });
  }
  return params.start_date;
}

function buildPhase(
  world: World,
  schedule: SubscriptionSchedule,
  params: PhaseParams,
  { param, start }: { param: string; start: number },
): Phase {
  if (params.default_payment_method) {
    requireObject(world, paymentMethods, params.default_payment_method, `${param}[default_payment_method]`);
  }
  return {
    ...unusedInPhases,
    collection_method: params.collection_method ?? null,
    currency: params.currency ?? schedule.phases[0]?.currency ?? "gbp",
    default_payment_method: params.default_payment_method ?? null,
    default_tax_rates: ratesOf(world, params.default_tax_rates, `${param}[default_tax_rates]`),
    description: params.description ?? null,
    discounts: (params.discounts ?? []).map((each, at) => linkOf(world, each, `${param}[discounts][${at}]`)),
    end_date: endOf(world, params, start, param),
    items: params.items.map((item, at) => buildItem(world, item, `${param}[items][${at}]`)),
    metadata: mergeMetadata({}, params.metadata),
    proration_behavior: params.proration_behavior ?? "create_prorations",
    start_date: start,
  };
}

function endOf(world: World, { duration, end_date: end }: PhaseParams, start: number, param: string): number {
  if ((duration === undefined) === (end === undefined)) {
    throw badRequest(`You must specify exactly one of \`${param}[duration]\` and \`${param}[end_date]\`.`, {
      param,
    });
  }
  const date = duration
    ? addSpan(start, { interval: duration.interval, interval_count: duration.interval_count ?? 1 })
    : (end ?? start);
  if (date > start && date > world.now()) return date;
  throw badRequest("The end date of a phase must be in the future and after its start date.", {
    param: `${param}[${duration ? "duration" : "end_date"}]`,
  });
}

function buildItem(world: World, item: PhaseParams["items"][number], param: string): PhaseItem {
  const price = requireObject(world, prices, item.price, `${param}[price]`);
  if (price.type !== "recurring") {
    throw badRequest(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param: `${param}[price]` },
    );
  }
  return {
    billing_thresholds: null,
    discounts: [],
    metadata: mergeMetadata({}, item.metadata),
    plan: price.id,
    price: price.id,
    quantity: item.quantity ?? 1,
    tax_rates: ratesOf(world, item.tax_rates, `${param}[tax_rates]`),
  };
}

function ratesOf(world: World, ids: readonly string[] | null | undefined, param: string) {
  return (ids ?? []).map((id, at) => requireObject(world, taxRates, id, `${param}[${at}]`));
}

type Link = Phase["discounts"][number];

function linkOf(world: World, given: NonNullable<PhaseParams["discounts"]>[number], param: string): Link {
  if (Object.values(given).filter((each) => each !== undefined).length !== 1) {
    throw badRequest("You must specify exactly one of these parameters: coupon, discount, promotion_code.", {
      param,
    });
  }
  if (given.coupon) requireObject(world, coupons, given.coupon, `${param}[coupon]`);
  if (given.discount) requireObject(world, discounts, given.discount, `${param}[discount]`);
  if (given.promotion_code) {
    requireObject(world, promotionCodes, given.promotion_code, `${param}[promotion_code]`);
  }
  return {
    coupon: given.coupon ?? null,
    discount: given.discount ?? null,
    promotion_code: given.promotion_code ?? null,
  };
}
