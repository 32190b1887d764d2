import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";
import { isUuid } from "../../../domain/ids.ts";
import { paths } from "../../../domain/paths.ts";
import { TIER_PLANS } from "../../../domain/sales/plans.ts";
import { formatWholePounds } from "../../../domain/sales/pricing.ts";
import { TEAM_TIERS } from "../../../domain/sales/teams.ts";
import { loadMyTeams } from "../../../platform/account/teams.ts";
import { useAccountData } from "../../../platform/account/useAccountData.ts";
import { Banner } from "../../../ui/Banner.tsx";
import { LinkButton } from "../../../ui/LinkButton.tsx";
import { AccountData } from "../../../ui/page/AccountData.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { useBuyer } from "../useBuyer.ts";
import { BuyTeamForm } from "./BuyTeamForm.tsx";

/** `/academy/team/buy`: places for a new team or, with its id, for one that exists. */
export function Component() {
  const [query] = useSearchParams();
  const { isKnown, identity } = useBuyer();
  const tier = TEAM_TIERS.find((each) => each === query.get("tier"));
  const team = query.get("team");
  const seats = query.get("seats") ?? "";
  return (
    <div className="page flex flex-col gap-8 py-12 lg:py-16">
      <header className="flex flex-col gap-3">
        <h1>Buy places for a team</h1>
        <p className="max-w-[40rem] text-lg text-muted">
          One payment for everyone. Then you invite people by email or with a link. When a person leaves, you
          can give the place to someone else.
        </p>
      </header>
      {!isKnown ? (
        <Spinner label="One moment…" />
      ) : team && isUuid(team) && identity ? (
        <MorePlaces key={identity.userId} id={team} seats={seats} />
      ) : tier ? (
        <BuyTeamForm key={`${identity?.userId} ${tier}`} {...{ tier, seats, identity }} team={null} />
      ) : (
        <ul className="flex flex-col items-start gap-3">
          {TEAM_TIERS.map((each) => (
            <li key={each}>
              <LinkButton variant="secondary" to={paths.buyTeam(each)}>
                {TIER_PLANS[each].label}: {formatWholePounds(TIER_PLANS[each].pricePence.full)} plus VAT for
                each place
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** More places for a team, at the price of the team's tier. */
function MorePlaces({ id, seats }: { id: string; seats: string }) {
  const { identity } = useBuyer();
  const { known, retry } = useAccountData(useCallback(() => loadMyTeams(), []));
  return (
    <AccountData
      known={known}
      loading="Loading your team…"
      failed="Your team could not be shown"
      onRetry={retry}
    >
      {(teams) => {
        const team = teams.find((each) => each.id === id && !each.is_ended);
        const tier = TEAM_TIERS.find((each) => each === team?.tier);
        return team && tier ? (
          <BuyTeamForm {...{ tier, seats, identity, team }} />
        ) : (
          <Banner title="You have no such team" action={<LinkButton to={paths.team()}>Your team</LinkButton>}>
            It may have been handed over, or it has ended.
          </Banner>
        );
      }}
    </AccountData>
  );
}
