import { z } from "zod";
import { badRequest } from "../../api/apiError.ts";
import { retrieveEndpoint, saveUpdate } from "../../api/crud.ts";
import { endpoint, type Resource } from "../../api/endpoint.ts";
import { equal, listEndpoint } from "../../api/list.ts";
import {
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  text,
  timestamp,
  unsettable,
} from "../../api/params.ts";
import { prices, taxRates } from "../../catalogue/objects.ts";
import { coupons, discounts, promotionCodes } from "../../discounts/objects.ts";
import { currentSource, redeem } from "../../discounts/source.ts";
import { requireObject, type World } from "../../world.ts";
import { startDiscount } from "../subscriptions/discount.ts";
import { addMonths } from "../subscriptions/interval.ts";
import { type Subscription, subscriptions } from "../subscriptions/objects.ts";
import { newSchedule, unusedInPhases } from "./newSchedule.ts";
import { type Phase, type PhaseItem, type SubscriptionSchedule, subscriptionSchedules } from "./objects.ts";

const proration = oneOf("always_invoice", "create_prorations", "none").optional();

const phaseParams = z.strictObject({
  discounts: unsettable(
    listOf(
      z.strictObject({
        coupon: text().optional(),
        discount: text().optional(),
        promotion_code: text().optional(),
      }),
    ),
  ),
  duration: z
    .strictObject({
      interval: oneOf("month"),
      interval_count: integer({ min: 1 }),
    })
    .optional(),
  end_date: timestamp.optional(),
  items: listOf(
    z.strictObject({
      price: text(),
      quantity: integer({ min: 1 }).optional(),
      tax_rates: unsettable(listOf(text())),
    }),
  ),
  proration_behavior: proration,
  start_date: timestamp.optional(),
});

const updateParams = z.strictObject({
  end_behavior: oneOf("cancel", "release").optional(),
  metadata,
  phases: listOf(phaseParams)
    .refine((phases) => phases.length === 1, { message: "The payment simulator supports only one phase." })
    .optional(),
  proration_behavior: proration,
});

type PhaseParams = z.output<typeof phaseParams>;

/** Changes how the schedule ends, and all of its phase except the start and what it charges. */
function updateSchedule(
  world: World,
  params: z.output<typeof updateParams>,
  id: string,
): SubscriptionSchedule {
  const schedule = requireObject(world, subscriptionSchedules, id);
  if (schedule.status !== "active") {
    throw badRequest(
      `You cannot update a subscription schedule that is currently in the \`${schedule.status}\` status.`,
    );
  }
  const given = params.phases?.[0];
  const phases = given ? [buildPhase(world, schedule, given)] : schedule.phases;
  const [phase] = phases;
  const updated = saveUpdate(world, subscriptionSchedules, id, "subscription_schedule.updated", (before) => ({
    ...before,
    current_phase: phase ? { end_date: phase.end_date, start_date: phase.start_date } : null,
    end_behavior: params.end_behavior ?? before.end_behavior,
    metadata: mergeMetadata(before.metadata, params.metadata),
    phases,
  }));
  if (!phase || !schedule.subscription) return updated;
  const subscription = requireObject(world, subscriptions, schedule.subscription);
  refuseProration(subscription, phase);
  saveUpdate(world, subscriptions, subscription.id, "customer.subscription.updated", (before) => ({
    ...before,
    cancel_at: updated.end_behavior === "cancel" ? phase.end_date : null,
    ...(given ? applied(world, before, phase) : {}),
  }));
  return updated;
}

function buildPhase(world: World, schedule: SubscriptionSchedule, params: PhaseParams): Phase {
  const start = schedule.current_phase?.start_date;
  if (start === undefined || params.start_date !== start) {
    throw badRequest("You can not modify the start date of the current phase.", {
      param: "phases[0][start_date]",
    });
  }
  return {
    ...unusedInPhases,
    currency: schedule.phases[0]?.currency ?? "gbp",
    discounts: (params.discounts ?? []).map((each, at) => linkOf(world, each, `phases[0][discounts][${at}]`)),
    end_date: endOf(world, params, start),
    items: params.items.map((item, at) => buildItem(world, item, `phases[0][items][${at}]`)),
    proration_behavior: params.proration_behavior ?? "create_prorations",
    start_date: start,
  };
}

function endOf(world: World, { duration, end_date: end }: PhaseParams, start: number): number {
  if ((duration === undefined) === (end === undefined)) {
    throw badRequest("You must specify exactly one of `phases[0][duration]` and `phases[0][end_date]`.", {
      param: "phases[0]",
    });
  }
  const date = duration ? addMonths(start, duration.interval_count) : (end ?? start);
  if (date > start && date > world.now()) return date;
  throw badRequest("The end date of a phase must be in the future and after its start date.", {
    param: `phases[0][${duration ? "duration" : "end_date"}]`,
  });
}

function buildItem(world: World, item: PhaseParams["items"][number], param: string): PhaseItem {
  const price = requireObject(world, prices, item.price, `${param}[price]`);
  return {
    billing_thresholds: null,
    discounts: [],
    metadata: {},
    price: price.id,
    quantity: item.quantity ?? 1,
    tax_rates: (item.tax_rates ?? []).map((id, at) =>
      requireObject(world, taxRates, id, `${param}[tax_rates][${at}]`),
    ),
  };
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

/** Throws for a change that would have to be charged or credited in the middle of a period. */
function refuseProration({ items }: Subscription, phase: Phase): void {
  const amounts = (all: readonly { price: string | { id: string }; quantity: number }[]) =>
    all.map(({ price, quantity }) => `${typeof price === "string" ? price : price.id} × ${quantity}`).sort();
  if (amounts(items.data).join() === amounts(phase.items).join()) return;
  throw badRequest(
    "The payment simulator does not change prices or quantities of the current phase: it makes no prorations.",
    { param: "phases[0][items]" },
  );
}

/**
 * What a phase changes about the subscription. As with Stripe, a phase describes the whole subscription: tax rates and
 * discounts that it does not name are removed.
 */
function applied(world: World, before: Subscription, phase: Phase): Partial<Subscription> {
  return {
    discounts: phase.discounts.flatMap((link) => discountOf(world, before, link)),
    items: {
      ...before.items,
      data: before.items.data.map((item) => ({
        ...item,
        tax_rates: phase.items.find(({ price }) => price === item.price.id)?.tax_rates ?? [],
      })),
    },
  };
}

function discountOf(world: World, { id, customer }: Subscription, link: Link): string | [] {
  if (link.discount) return link.discount;
  const source = currentSource(world, link);
  if (!source) return [];
  redeem(world, source);
  const used = { promotion_code: source.code?.id ?? null, simulator_coupon: source.coupon };
  return startDiscount(world, used, { subscription: id, customer }).id;
}

const path = "/subscription_schedules";

/** Schedules for existing subscriptions: Stripe accepts no other parameter with `from_subscription`. */
export const subscriptionScheduleResource: Resource = {
  kinds: [subscriptionSchedules],
  endpoints: [
    endpoint("POST", path, z.strictObject({ from_subscription: text() }), (world, params) =>
      newSchedule(world, params.from_subscription),
    ),
    endpoint("POST", `${path}/:id`, updateParams, (world, params, { id }) =>
      updateSchedule(world, params, id),
    ),
    retrieveEndpoint(path, subscriptionSchedules),
    listEndpoint(path, subscriptionSchedules, { customer: equal("customer", text()) }),
  ],
};
