import { useEffect, useState } from "react";
import { localStore } from "../../db/store/localStore.ts";
import { paths } from "../../domain/paths.ts";
import { readableEmail } from "../../domain/text/readableEmail.ts";
import { isAddressProven } from "../../platform/account/address.ts";
import { loadTeamNews } from "../../platform/account/teams.ts";
import { useAccountData } from "../../platform/account/useAccountData.ts";
import { useReconnections } from "../../platform/device/offlineHint.ts";
import { browserEnv } from "../../platform/env.ts";
import { readStoredSession } from "../../platform/session/storedSession.ts";
import { Banner } from "../../ui/Banner.tsx";
import { TextLink } from "../../ui/TextLink.tsx";

/**
 * Says why My Learning led here, and what to do about a purchase that this account does not have. What it says about an
 * address that is not confirmed is the same whether or not an order waits for it (docs/decisions/0035).
 */
export default function NotEnrolled() {
  const [email] = useState(() => readStoredSession(localStore(), browserEnv().authStorageKey)?.email);
  const isUnproven = useIsUnproven();
  if (!email) return null;
  return (
    <Banner role="status" title="You are not enrolled in a course yet">
      <Teams />
      <p>
        My Learning opens once you are enrolled. Choose a course below. You are signed in as{" "}
        <span translate="no" className="wrap-anywhere">
          {readableEmail(email)}
        </span>
        .
      </p>
      {isUnproven && (
        <p className="mt-2">
          <strong>Bought with this address, without signing in?</strong> The purchase waits until you have
          shown that the address is yours. <TextLink to={paths.signingIn()}>Confirm your address</TextLink>
        </p>
      )}
      <p className="mt-2">
        <strong>Bought with another address?</strong> Sign out, and sign in with that one. If you do not know
        it any more,{" "}
        <TextLink to={paths.contact("I cannot find the course that I bought")}>write to us</TextLink>.
      </p>
    </Banner>
  );
}

/** An invitation opens the course, and the owner of a team needs none. */
function Teams() {
  const { known } = useAccountData(loadTeamNews);
  if (!known?.ok) return null;
  const { invitations, teams } = known.data;
  return (
    <>
      {invitations.map(({ id, team }) => (
        <p key={id} className="mb-2">
          <strong>You are invited to the team </strong>
          <strong translate="no">{team}</strong>
          <span>. </span>
          <TextLink to={paths.invitation()}>See the invitation</TextLink>
        </p>
      ))}
      {teams.length > 0 && (
        <p className="mb-2">
          <strong>You own a team. </strong>
          <TextLink to={paths.team()}>Your team</TextLink>
        </p>
      )}
    </>
  );
}

/** True once the server has said that nobody has confirmed the account's address. */
function useIsUnproven(): boolean {
  const reconnections = useReconnections();
  const [isUnproven, setIsUnproven] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection triggers another request
  useEffect(() => {
    let isCurrent = true;
    isAddressProven().then(
      (isProven) => isCurrent && setIsUnproven(isProven === false),
      (error: unknown) => console.warn("Could not check whether the address is confirmed", error),
    );
    return () => {
      isCurrent = false;
    };
  }, [reconnections]);
  return isUnproven;
}
