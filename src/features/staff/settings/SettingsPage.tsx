import * as z from "zod/mini";
import { initialFacts, type ProviderFacts } from "../../../domain/provider/facts.ts";
import { readFacts } from "../../../domain/provider/readFacts.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Loaded } from "../frame/Loaded.tsx";
import { Screen } from "../frame/Screen.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";
import { FactsForm } from "./FactsForm.tsx";
import { Versions } from "./Versions.tsx";

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
const versionsSchema = z.array(versionSchema);
export type Version = Omit<z.infer<typeof versionSchema>, "facts"> & { facts: ProviderFacts };

/** What the provider states about itself: a form, and every version that was saved. */
export default function SettingsPage() {
  const query = useStaffQuery("staff_settings", {}, versionsSchema);
  return (
    <Screen title="Settings">
      <Loaded query={query} what="the settings">
        {(versions) => {
          const current = versions[0] ?? initialFacts();
          return (
            <>
              <p className="max-w-prose">
                What the academy says about you: on the site, in emails, on receipts and on new certificates.
                A change applies immediately. Search engines, and browsers without JavaScript, see it after
                the next release.
              </p>
              {versions.length === 0 && (
                <Banner tone="highlight" title="These are examples">
                  Enter your own. Until they are saved, the academy takes no real payments.
                </Banner>
              )}
              <FactsForm key={current.version} current={current} onSaved={query.reload} />
              <Versions versions={versions} />
            </>
          );
        }}
      </Loaded>
    </Screen>
  );
}
