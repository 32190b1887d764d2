import * as z from "zod/mini";
import type { ProviderFacts } from "../../../domain/provider/facts.ts";
import { readFacts } from "../../../domain/provider/readFacts.ts";

const versionSchema = z.object({
  version: z.int(),
  facts: z.pipe(
    z.unknown(),
    z.transform((facts, context) => {
      const read = readFacts({ version: 0, facts });
      if (read) return read.facts;
      context.issues.push({ code: "custom", message: "not the provider's facts", input: facts });
      return z.NEVER;
    }),
  ),
  saved_at: z.string(),
  saved_by: z.nullable(z.string()),
  reason: z.string(),
});
/** The reply of staff_settings, newest first. */
export const versionsSchema = z.array(versionSchema);
/** A version of the facts, and who saved it. */
export type Version = Omit<z.infer<typeof versionSchema>, "facts"> & { facts: ProviderFacts };
