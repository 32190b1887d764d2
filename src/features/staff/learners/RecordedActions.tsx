import { IDENTITY_CHECKS } from "../../../domain/staff/learners.ts";
import { formatDay, formatMoment } from "../../../domain/text/dates.ts";
import { Table } from "../../../ui/Table.tsx";
import { actionWords } from "../frame/actionWords.ts";
import type { Act } from "./learnerSchemas.ts";
import { CHECK_WORDS } from "./words.ts";

/** What staff did for a learner or a team, newest first. */
export function RecordedActions({ acts }: { acts: readonly Act[] }) {
  if (acts.length === 0) return null;
  return (
    <section aria-labelledby="acts" className="flex flex-col gap-3">
      <h2 id="acts" className="text-2xl">
        What staff did
      </h2>
      <Table
        caption="What staff did"
        captionHidden
        columns={[{ header: "When" }, { header: "What" }, { header: "Who" }, { header: "Why" }]}
        rows={acts
          .toReversed()
          .map((act) => [
            formatMoment(act.at),
            [actionWords(act.action), detailWords(act)].filter(Boolean).join(". "),
            act.actor || "A deleted account",
            act.reason || "—",
          ])}
      />
    </section>
  );
}

/** "Video call with a photo ID, 25 Nov 2026", or "Until 25 Nov 2026" */
function detailWords({ details: { check, checked_on: day, until } }: Act): string {
  if (until) return `Until ${formatDay(until)}`;
  const known = IDENTITY_CHECKS.find((each) => each === check);
  return known && day ? `${CHECK_WORDS[known]}, ${formatDay(day)}` : "";
}
