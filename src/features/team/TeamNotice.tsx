import { paths } from "../../domain/paths.ts";
import { loadTeamNews } from "../../platform/account/teams.ts";
import { useAccountData } from "../../platform/account/useAccountData.ts";
import { Banner } from "../../ui/Banner.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";

/** On My Learning: an invitation that waits for the learner, and the way to the teams that they own. Usually empty. */
export default function TeamNotice() {
  const { known } = useAccountData(loadTeamNews);
  if (!known?.ok) return null;
  const { invitations, teams } = known.data;
  return (
    <>
      {invitations.map(({ id, team }) => (
        <Banner
          key={id}
          tone="highlight"
          title={
            <>
              <span>You are invited to the team </span>
              <span translate="no">{team}</span>
            </>
          }
          action={<LinkButton to={paths.invitation()}>See the invitation</LinkButton>}
        >
          Nothing changes until you take the place.
        </Banner>
      ))}
      {teams.length > 0 && (
        <Banner
          tone="neutral"
          title={teams.length === 1 ? "You own a team" : `You own ${teams.length} teams`}
          action={
            <LinkButton variant="secondary" to={paths.team()}>
              Your team
            </LinkButton>
          }
        >
          <span translate="no">{teams.map(({ name }) => name).join(", ")}</span>
        </Banner>
      )}
    </>
  );
}
