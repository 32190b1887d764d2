import { initialFacts } from "../../../domain/provider/facts.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Loaded } from "../frame/Loaded.tsx";
import { Screen } from "../frame/Screen.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";
import { FactsForm } from "./FactsForm.tsx";
import { Versions } from "./Versions.tsx";
import { versionsSchema } from "./version.ts";

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
                  Enter your own details. Until you have saved them, the academy takes no real payments.
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
