import { staffPaths } from "../../../domain/paths.ts";
import { TIER_PLANS } from "../../../domain/sales/plans.ts";
import { formatDay } from "../../../domain/text/dates.ts";
import { unmistakableEmail } from "../../../domain/text/readableEmail.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { type Column, StaffList } from "../frame/list/StaffList.tsx";
import { useStaffList } from "../frame/list/useStaffList.ts";
import { Screen } from "../frame/Screen.tsx";
import { type TeamRow, teamsSchema } from "./teamSchemas.ts";
import { stateOf } from "./words.ts";

const FILTERS = [
  { value: "", label: "All" },
  { value: "attention", label: "Needs attention" },
  { value: "ended", label: "Ended" },
];

const COLUMNS: readonly [Column<TeamRow>, ...Column<TeamRow>[]] = [
  { header: "Team", cell: ({ name }) => <span translate="no">{name}</span> },
  {
    header: "Owner",
    cell: ({ owner }) => (
      <span translate="no" className="wrap-anywhere">
        {unmistakableEmail(owner?.email ?? "") || "—"}
      </span>
    ),
  },
  { header: "Course", cell: ({ tier }) => TIER_PLANS[tier].label },
  { header: "State", cell: (team) => <StateBadge team={team} /> },
  { header: "Bought", numeric: true, cell: ({ bought }) => bought },
  { header: "Given", numeric: true, cell: ({ given }) => given },
  { header: "Claimed", numeric: true, cell: ({ claimed }) => claimed },
  { header: "Ordered", cell: ({ created_at }) => formatDay(created_at) },
];

const EMPTY: Record<string, { title: string; text: string } | undefined> = {
  "": { title: "No teams yet", text: "A team appears here when someone orders places." },
  attention: {
    title: "No team needs attention",
    text: "A team that is paused, or has given more places than it has bought, appears here.",
  },
  ended: { title: "No team was ended", text: "A team that staff have ended appears here." },
};

/** The teams, newest first. */
export default function TeamsScreen() {
  const list = useStaffList("staff_teams", teamsSchema);
  return (
    <Screen title="Teams">
      <StaffList
        what="teams"
        list={list}
        columns={COLUMNS}
        rowPath={({ id }) => staffPaths.one("teams", id)}
        filters={FILTERS}
        searchLabel="Start of a team's name, or of the email of its owner or buyer"
        empty={
          EMPTY[list.asked.filter] ?? {
            title: "No teams in this list",
            text: "Choose “All” to see every team.",
          }
        }
      />
    </Screen>
  );
}

export function StateBadge({ team }: { team: TeamRow }) {
  const { label, tone } = stateOf(team);
  return <Badge tone={tone}>{label}</Badge>;
}
