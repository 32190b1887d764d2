import { type FormEvent, type ReactNode, useState } from "react";
import { emailAddress } from "../../domain/email.ts";
import { readableEmail } from "../../domain/text/readableEmail.ts";
import {
  type ActOutcome,
  endSeat,
  handOverTeam,
  moveSeat,
  resendInvitation,
  type Seat,
  type Team,
} from "../../platform/account/teams.ts";
import type { Loaded } from "../../platform/session/authTypes.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { RadioGroup } from "../../ui/form/RadioGroup.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { Dialog } from "../../ui/overlay/Dialog.tsx";
import { toast } from "../../ui/overlay/toast.ts";
import { ACT_WORDS } from "./words.ts";

type Act = "resend" | "move" | "end" | "handOver";
type Choice = { label: string; hint: ReactNode; action: string; done: string };

const KEEPS =
  "The person loses the lessons and gets an email that says so. Their certificate and everything they wrote stay theirs.";

/** What can be done with an invitation, and with a claimed place. */
const INVITED: Partial<Record<Act, Choice>> = {
  resend: {
    label: "Send the invitation again",
    hint: "To the same address.",
    action: "Send it again",
    done: "The invitation is on its way",
  },
  move: {
    label: "Invite someone else instead",
    hint: "This invitation stops working.",
    action: "Invite this person",
    done: "The invitation is on its way",
  },
  end: {
    label: "Take the invitation back",
    hint: "It stops working, and the place is free again.",
    action: "Take it back",
    done: "The invitation was taken back",
  },
};
const CLAIMED: Partial<Record<Act, Choice>> = {
  move: {
    label: "Give the place to someone else",
    hint: KEEPS,
    action: "Move the place",
    done: "The place was moved, and the invitation is on its way",
  },
  end: {
    label: "Take the place back",
    hint: `${KEEPS} The place is free again.`,
    action: "Take it back",
    done: "The place is free again",
  },
  handOver: {
    label: "Make this person the owner of the team",
    hint: "You no longer see the team, and only the new owner can change it. The orders and their invoices stay with you. Both of you get an email.",
    action: "Hand the team over",
    done: "The team was handed over",
  },
};

/** Nobody can take a place of a team that is paused or has ended. With too few places, none is left to move. */
function isPossible(act: Act, { is_paused, is_ended, free }: Team): boolean {
  if (act !== "resend" && act !== "move") return true;
  if (is_paused || is_ended) return false;
  return act === "resend" || free >= 0;
}

type Props = { team: Team; seat: Seat; onClose: () => void; onChanged: () => void };

/** One dialog for everything that can be done with a place. It says who keeps and loses what before anything happens. */
export function SeatDialog({ team, seat, onClose, onChanged }: Props) {
  const choices = seat.claimed_at ? CLAIMED : INVITED;
  // They have no other keys.
  const acts = (Object.keys(choices) as Act[]).filter((each) => isPossible(each, team));
  const [act, setAct] = useState<Act>(acts[0] ?? "end");
  const [email, setEmail] = useState("");
  const [fault, setFault] = useState<string | undefined>();
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const chosen = choices[act];
  const run = (): Promise<Loaded<ActOutcome>> => {
    switch (act) {
      case "resend":
        return resendInvitation(seat.id);
      case "move":
        return moveSeat(seat.id, emailAddress(email) ?? "");
      case "end":
        return endSeat(seat.id);
      case "handOver":
        return handOverTeam(team.id, seat.id);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setFailure(null);
    const isWrong = act === "move" && emailAddress(email) === null;
    setFault(isWrong ? "Invalid email" : undefined);
    if (isWrong || isBusy) return;
    setBusy(true);
    const reply = await run();
    setBusy(false);
    if (!reply.ok) return setFailure(reply.message);
    if (reply.data !== "done") return setFailure(ACT_WORDS[reply.data]);
    toast({ title: chosen?.done ?? "Done" });
    onClose();
    onChanged();
  };
  return (
    <Dialog open onClose={onClose} title={seat.claimed_at ? "Manage this place" : "Manage this invitation"}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <p translate="no" className="wrap-anywhere">
          {seat.name && <strong className="block">{seat.name}</strong>}
          {readableEmail(seat.email)}
        </p>
        <RadioGroup
          legend="What to do"
          value={act}
          onChange={(next) => {
            setAct(next);
            setFailure(null);
          }}
          options={acts.map((value) => ({
            value,
            label: choices[value]?.label,
            hint: choices[value]?.hint,
          }))}
        />
        {act === "move" && (
          <Field label="Email of the new person" error={fault}>
            {(control) => (
              <TextInput
                {...control}
                type="email"
                autoComplete="off"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </Field>
        )}
        <div role="alert" className="empty:hidden">
          {failure && <Banner tone="danger" title={failure} />}
        </div>
        <div className="flex flex-wrap justify-end gap-3 pt-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            busy={isBusy}
            variant={act === "resend" || !seat.claimed_at ? "primary" : "danger"}
          >
            {chosen?.action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
