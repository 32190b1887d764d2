import { useState } from "react";
import { paths } from "../../../domain/paths.ts";
import { OWNER_NEVER_SEES, OWNER_SEES } from "../../../domain/sales/ownerSees.ts";
import { formatLongDay } from "../../../domain/text/dates.ts";
import { leaveTeam, loadMySeats, type MySeat } from "../../../platform/account/teams.ts";
import { useAccountData } from "../../../platform/account/useAccountData.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/overlay/Dialog.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { TextLink } from "../../../ui/TextLink.tsx";
import { FormMessage } from "../AccountSection.tsx";

/** Who sees what of a learner with a place in a team, and the way out of it. Empty for everyone else. */
export function MyPlaces() {
  const { known, reload } = useAccountData(loadMySeats);
  const [leaving, setLeaving] = useState<MySeat | null>(null);
  if (!known?.ok || known.data.length === 0) return null;
  return (
    <div className="flex flex-col gap-4">
      <h3>Your team</h3>
      {known.data.map((seat) =>
        seat.is_claimed ? (
          <div key={seat.id} className="flex flex-col items-start gap-3">
            <p>
              <span>You have a place in the team </span>
              <strong translate="no" className="wrap-anywhere">
                {seat.team}
              </strong>
              {seat.claimed_at && <span> since {formatLongDay(seat.claimed_at)}</span>}
              <span>. Its owner sees {OWNER_SEES.join(", ")}.</span>
            </p>
            <p>{OWNER_NEVER_SEES}</p>
            <Button variant="secondary" onClick={() => setLeaving(seat)}>
              Leave the team
            </Button>
          </div>
        ) : (
          <p key={seat.id}>
            <span>You are invited to the team </span>
            <strong translate="no">{seat.team}</strong>
            <span>. </span>
            <TextLink to={paths.invitation()}>See the invitation</TextLink>
          </p>
        ),
      )}
      {leaving && (
        <LeaveDialog seat={leaving} onClose={() => setLeaving(null)} onLeft={() => void reload()} />
      )}
    </div>
  );
}

function LeaveDialog({ seat, onClose, onLeft }: { seat: MySeat; onClose: () => void; onLeft: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>();
  const leave = async () => {
    setBusy(true);
    const reply = await leaveTeam(seat.id);
    setBusy(false);
    // A place that is gone was left in another window, or the owner has ended it.
    if (!reply.ok) return setFailure(reply.message);
    toast({ title: "You have left the team" });
    onClose();
    onLeft();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Leave the team?"
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Stay
          </Button>
          <Button variant="danger" busy={isBusy} onClick={() => void leave()}>
            Leave the team
          </Button>
        </>
      }
    >
      <p>
        Your lessons close, unless you have bought the course yourself. Your certificate and everything you
        wrote stay yours. To come back you need a new invitation, or the team's link.
      </p>
      <FormMessage failure={failure} />
    </Dialog>
  );
}
