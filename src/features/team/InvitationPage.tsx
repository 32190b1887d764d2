import { useCallback } from "react";
import { paths } from "../../domain/paths.ts";
import { readableEmail } from "../../domain/text/readableEmail.ts";
import { isAddressProven } from "../../platform/account/address.ts";
import { claimSeat, leaveTeam, loadMySeats } from "../../platform/account/teams.ts";
import { useAccountData } from "../../platform/account/useAccountData.ts";
import type { Identity } from "../../platform/session/auth.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LinkButton } from "../../ui/LinkButton.tsx";
import { AccountData } from "../../ui/page/AccountData.tsx";
import { ProveAddress } from "./ProveAddress.tsx";
import { TakePlace } from "./TakePlace.tsx";

/** `/academy/invitation`: the invitations that wait for the address of the signed-in user. */
export function InvitationPage({ identity }: { identity: Identity }) {
  const { email } = identity;
  const { known, retry } = useAccountData(
    useCallback(async () => {
      const [seats, isProven] = await Promise.all([loadMySeats(), isAddressProven()]);
      return seats.ok ? { ok: true, data: { seats: seats.data, isProven } } : seats;
    }, []),
  );
  return (
    <div className="page flex flex-col gap-8 py-12 lg:py-16">
      <h1>Your invitation</h1>
      <AccountData
        known={known}
        loading="Loading your invitation…"
        failed="Your invitation could not be shown"
        onRetry={retry}
      >
        {({ seats, isProven }) => {
          const open = seats.filter((seat) => !seat.is_claimed);
          if (isProven === false) return <ProveAddress email={email} onProven={retry} />;
          if (open.length === 0)
            return (
              <EmptyState
                title="No invitation waits for you"
                action={<LinkButton to={paths.dashboard()}>Go to My Learning</LinkButton>}
              >
                You are signed in as <span translate="no">{readableEmail(email)}</span>. If the invitation
                went to another address, sign out and sign in with that one.
              </EmptyState>
            );
          return open.map((seat) => (
            <TakePlace
              key={seat.id}
              team={seat}
              identity={identity}
              take={() => claimSeat(seat.id)}
              decline={() => leaveTeam(seat.id)}
            />
          ));
        }}
      </AccountData>
    </div>
  );
}
