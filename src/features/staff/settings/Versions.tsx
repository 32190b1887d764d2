import { Fragment } from "react";
import { initialFacts, type ProviderFacts } from "../../../domain/provider/facts.ts";
import { Table } from "../../../ui/Table.tsx";
import { formatMoment } from "../frame/dates.ts";
import { changesBetween } from "./fields.ts";
import type { Version } from "./version.ts";

/** Every version, newest first, with what it changed. */
export function Versions({ versions }: { versions: readonly Version[] }) {
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
