import { useCallback } from "react";
import { useLocation } from "react-router-dom";
import { paths } from "../../domain/paths.ts";
import { joinTeam, teamOfLink } from "../../platform/account/teams.ts";
import { useAccountData } from "../../platform/account/useAccountData.ts";
import { useAuth } from "../../platform/session/auth.tsx";
import { useSignInPath } from "../../platform/session/useSignInPath.ts";
import { Card } from "../../ui/Card.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { AccountData } from "../../ui/page/AccountData.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { Result, TakePlace, TeamOffered, WhatOwnerSees } from "./TakePlace.tsx";
import { CLAIM_WORDS } from "./words.ts";

/** `/academy/team/join`: the page of an invitation link. Opening it uses nothing. */
export function Component() {
  const { hash } = useLocation();
  const key = new URLSearchParams(hash.slice(1)).get("key") ?? "";
  return (
    <div className="page flex flex-col gap-8 py-12 lg:py-16">
      <h1>Join a team</h1>
      {key === "" ? <NoTeam /> : <LinkedTeam key={key} linkKey={key} />}
    </div>
  );
}

function LinkedTeam({ linkKey }: { linkKey: string }) {
  const { state } = useAuth();
  const signInPath = useSignInPath();
  const { known, retry } = useAccountData(useCallback(() => teamOfLink(linkKey), [linkKey]));
  if (state.status === "loading") return <Spinner label="One moment…" />;
  return (
    <AccountData
      known={known}
      loading="Loading the invitation…"
      failed="The invitation could not be shown"
      onRetry={retry}
    >
      {(team) => {
        if (!team) return <NoTeam />;
        if (state.status === "signedIn")
          return (
            <TakePlace team={team} identity={state.identity} take={() => joinTeam(linkKey)}>
              <Refusal of={team} />
            </TakePlace>
          );
        return (
          <Card as="article" className="flex max-w-2xl flex-col gap-5">
            <TeamOffered team={team} />
            <Refusal of={team} />
            <WhatOwnerSees />
            <p>To take the place, sign in or create an account. You then come back to this page.</p>
            <LinkButton to={signInPath} className="self-start">
              Sign in or create an account
            </LinkButton>
          </Card>
        );
      }}
    </AccountData>
  );
}

/** Why the link gives no place to people who are new to the team. It still works for those who are invited or in it. */
function Refusal({ of: { refusal } }: { of: { refusal: keyof typeof CLAIM_WORDS | null } }) {
  return refusal && <p className="font-semibold">{CLAIM_WORDS[refusal].title}.</p>;
}

function NoTeam() {
  return (
    <Result {...CLAIM_WORDS.not_found}>
      <LinkButton variant="secondary" to={paths.academy()}>
        Home
      </LinkButton>
    </Result>
  );
}
