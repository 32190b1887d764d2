import { useSearchParams } from "react-router-dom";
import { paths } from "../../domain/paths.ts";
import { loadMyTeams } from "../../platform/account/teams.ts";
import { useAccountData } from "../../platform/account/useAccountData.ts";
import { useSeemsOffline } from "../../platform/device/offlineHint.ts";
import { Banner } from "../../ui/Banner.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { AccountData } from "../../ui/page/AccountData.tsx";
import { TeamView } from "./TeamView.tsx";

/** `/academy/team`: the teams that the signed-in user owns, one at a time. */
export function TeamPage() {
  const { known, reload, retry } = useAccountData(loadMyTeams);
  const [query, setQuery] = useSearchParams();
  return (
    <div className="page flex flex-col gap-8 py-10">
      <header>
        <p className="eyebrow">My Learning</p>
        <h1>Your team</h1>
      </header>
      <NeedsConnection />
      <AccountData
        known={known}
        loading="Loading your team…"
        failed="Your team could not be shown"
        onRetry={retry}
      >
        {(teams) => {
          const team = teams.find(({ id }) => id === query.get("team")) ?? teams[0];
          if (!team)
            return (
              <EmptyState
                title="You do not own a team"
                action={<LinkButton to={paths.buyTeam()}>Buy places for a team</LinkButton>}
              >
                Buy places in one payment, invite people by email or with a link, and see how far they are.
              </EmptyState>
            );
          return (
            <>
              {teams.length > 1 && (
                <Field label="Team" className="max-w-md">
                  {(control) => (
                    <Select
                      {...control}
                      value={team.id}
                      translate="no"
                      onChange={(event) => setQuery({ team: event.target.value }, { replace: true })}
                    >
                      {teams.map(({ id, name }) => (
                        <option key={id} value={id}>
                          {name}
                        </option>
                      ))}
                    </Select>
                  )}
                </Field>
              )}
              <TeamView key={team.id} team={team} onChanged={() => void reload()} />
            </>
          );
        }}
      </AccountData>
    </div>
  );
}

function NeedsConnection() {
  const isOffline = useSeemsOffline();
  return (
    <div role="status" className="empty:hidden">
      {isOffline && (
        <Banner tone="highlight" title="You need a connection to see and change your team">
          You seem to be offline. What you see may be out of date.
        </Banner>
      )}
    </div>
  );
}
