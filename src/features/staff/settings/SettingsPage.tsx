import { Fragment } from "react";
import * as z from "zod/mini";
import { initialFacts, type ProviderFacts } from "../../../domain/provider/facts.ts";
import { readFacts } from "../../../domain/provider/readFacts.ts";
import { formatMoment } from "../../../domain/text/dates.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { Table } from "../../../ui/Table.tsx";
import { Loaded } from "../frame/Loaded.tsx";
import { Screen } from "../frame/Screen.tsx";
import { useStaffQuery } from "../frame/useStaffQuery.ts";
import { FactsForm } from "./FactsForm.tsx";
import { changesBetween } from "./fields.ts";

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
const versionsSchema = z.array(versionSchema);
/** A version of the facts, and who saved it. */
type Version = Omit<z.infer<typeof versionSchema>, "facts"> & { facts: ProviderFacts };

/** Every version, newest first, with what it changed. */
function Versions({ versions }: { versions: readonly Version[] }) {
  if (versions.length === 0) return null;
  return (
    <Table
      caption="Versions"
      columns={[
        { header: "Version" },
        { header: "Saved" },
        { header: "By" },
        { header: "Why" },
        { header: "What changed" },
      ]}
      rows={versions.map(({ version, facts, saved_at: savedAt, saved_by: savedBy, reason }, index) => {
        const before = versions[index + 1]?.facts ?? (version === 1 ? initialFacts().facts : null);
        return [
          String(version),
          formatMoment(savedAt),
          savedBy ?? "A deleted account",
          <bdi key="why">{reason}</bdi>,
          before ? (
            <Changed key="changes" before={before} after={facts} />
          ) : (
            "Earlier versions are not listed"
          ),
        ];
      })}
    />
  );
}

function Changed({ before, after }: { before: ProviderFacts; after: ProviderFacts }) {
  return changesBetween(before, after).map(({ label, value }, index) => (
    <Fragment key={label}>
      {index > 0 && "; "}
      {label}: <bdi>{value}</bdi>
    </Fragment>
  ));
}
