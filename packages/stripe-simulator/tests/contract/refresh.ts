import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";
import { type Shape, shapeOf } from "./shape.ts";

/** The sample objects that the simulator returns. Add the names of new resources here. */
const OBJECTS = [
  "billing_portal.configuration",
  "billing_portal.session",
  "charge",
  "checkout.session",
  "coupon",
  "customer",
  "deleted_coupon",
  "deleted_customer",
  "deleted_product",
  "deleted_test_helpers.test_clock",
  "deleted_webhook_endpoint",
  "discount",
  "dispute",
  "event",
  "invoice",
  "invoice_payment",
  "item",
  "line_item",
  "payment_intent",
  "payment_method",
  "price",
  "product",
  "promotion_code",
  "radar.early_fraud_warning",
  "refund",
  "review",
  "subscription",
  "subscription_item",
  "subscription_schedule",
  "tax_rate",
  "test_helpers.test_clock",
  "webhook_endpoint",
];

/** Fields whose content depends on how the object is used: only their type, a hash, is compared. */
const OPEN_FIELDS = ["metadata", "data.object"];

const samplesSchema = z.object({ resources: z.record(z.string(), z.record(z.string(), z.unknown())) });

/**
 * Rewrites the field lists in this folder from Stripe's own sample objects:
 * `node packages/stripe-simulator/tests/contract/refresh.ts <fixtures3.json>`. Names and types are kept, values are
 * not.
 */
async function refresh(samplesPath: string): Promise<void> {
  const { resources } = samplesSchema.parse(JSON.parse(await readFile(samplesPath, "utf8")));
  for (const name of OBJECTS) {
    const sample = resources[name];
    if (!sample) throw new Error(`${samplesPath} has no sample of ${name}`);
    const shape: Shape = shapeOf(sample, OPEN_FIELDS);
    await writeFile(
      new URL(`./samples/${name}.json`, import.meta.url),
      `${JSON.stringify(shape, null, 2)}\n`,
    );
  }
}

const path = process.argv[2];
if (!path) throw new Error("Say where Stripe's fixtures3.json is.");
await refresh(path);
