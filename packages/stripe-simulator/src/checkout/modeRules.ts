import { badRequest } from "../api/apiError.ts";
import type { CheckedLine } from "./checkLines.ts";
import type { SessionParams } from "./sessionParams.ts";

const ONLY_FOR_PAYMENTS = ["customer_creation", "payment_intent_data", "submit_type"] as const;
const ONLY_FOR_SUBSCRIPTIONS = ["payment_method_collection", "subscription_data"] as const;

/** Throws for parameters and prices that the session's mode does not allow. Returns the mode. */
export function checkMode(params: SessionParams, lines: readonly CheckedLine[]): "payment" | "subscription" {
  switch (params.mode) {
    case "payment":
      refuseGiven(params, ONLY_FOR_SUBSCRIPTIONS);
      refuseRecurring(lines);
      return "payment";
    case "subscription":
      refuseGiven(params, ONLY_FOR_PAYMENTS);
      refuseMixedPeriods(lines);
      return "subscription";
    case "setup":
      throw badRequest("The payment simulator does not support Checkout Sessions in setup mode.", {
        param: "mode",
      });
  }
}

function refuseGiven(params: SessionParams, names: readonly (keyof SessionParams)[]): void {
  const given = names.find((name) => params[name] !== undefined);
  if (given) throw badRequest(`You can not pass \`${given}\` in \`${params.mode}\` mode.`, { param: given });
}

function refuseRecurring(lines: readonly CheckedLine[]): void {
  const index = lines.findIndex(({ price }) => price.type === "recurring");
  if (index < 0) return;
  throw badRequest(
    "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
    { param: `line_items[${index}][price]` },
  );
}

function refuseMixedPeriods(lines: readonly CheckedLine[]): void {
  const [first] = lines;
  if (lines.every(({ price }) => price.type !== "recurring")) {
    throw badRequest(
      "You must provide at least one recurring price in `subscription` mode when using prices.",
      {
        param: "line_items",
      },
    );
  }
  if (lines.some(({ price }) => price.type !== "recurring")) {
    throw badRequest("The payment simulator sells no one-time prices together with a subscription.", {
      param: "line_items",
    });
  }
  const sameAsFirst = ({ price }: CheckedLine) =>
    price.recurring?.interval === first?.price.recurring?.interval &&
    price.recurring?.interval_count === first?.price.recurring?.interval_count;
  if (lines.every(sameAsFirst)) return;
  throw badRequest("Checkout does not support multiple prices with different billing intervals.", {
    param: "line_items",
  });
}
