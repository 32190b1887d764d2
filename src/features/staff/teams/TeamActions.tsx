import { type ComponentProps, useState } from "react";
import * as z from "zod/mini";
import { emailAddress } from "../../../domain/email.ts";
import { formatDay } from "../../../domain/text/dates.ts";
import { unmistakableEmail } from "../../../domain/text/readableEmail.ts";
import { staffRpc } from "../../../platform/staffRpc.ts";
import { Field } from "../../../ui/form/Field.tsx";
import { TextInput } from "../../../ui/form/TextInput.tsx";
import { ConfirmAction } from "../frame/ConfirmAction.tsx";
import { Action } from "../frame/Screen.tsx";
import { LastDayField, REASON } from "../orders/OrderAccess.tsx";
import type { TeamPage } from "./teamSchemas.ts";

type Props = { team: TeamPage; onDone: () => void };
type ActProps = Omit<ComponentProps<typeof ConfirmAction>, "reason" | "run"> & {
  name: `staff_${"extend" | "hand_over" | "end" | "reopen"}_team` | "staff_end_seat";
  args: Record<string, unknown>;
};

/** An action that the database records with its reason. */
export function TeamAct({ name, args, ...rest }: ActProps) {
  return (
    <ConfirmAction
      {...rest}
      reason={REASON}
      run={({ reason }) => staffRpc(name, { ...args, p_reason: reason }, z.boolean())}
    />
  );
}

/** What staff can do for a team, each with what will happen. */
export function TeamActions(props: Props) {
  const { team, onDone } = props;
  return (
    <aside
      aria-label="Actions"
      className="flex min-w-0 flex-col gap-8 lg:col-start-2 lg:row-span-2 lg:row-start-1"
    >
      {team.pauses_at && !team.ended_at && <Extend {...props} />}
      <HandOver {...props} />
      {team.ended_at ? (
        <Action title="End of the team">
          <TeamAct
            name="staff_reopen_team"
            args={{ p_team: team.id }}
            label="Take it back"
            title="Give everyone their place again?"
            sentence="Access returns immediately, with everything where each learner left it. Invitations and the link work again. Nobody is notified: tell the owner."
            done="Everyone has their place again"
            onDone={onDone}
          />
        </Action>
      ) : (
        <Action title="End of the team">
          <p>Without a refund. To give money back, refund an order of the team on its page.</p>
          <TeamAct
            name="staff_end_team"
            args={{ p_team: team.id }}
            label="End the team"
            variant="danger"
            title="End all places of this team?"
            sentence="Everyone with a place loses the lessons immediately and is notified by email. Invitations and the link stop working. Certificates and everything that was written stay. Nothing is refunded, and an open invoice stays open: void it on the page of its order. You can take this back later."
            done="The team has ended"
            onDone={onDone}
          />
        </Action>
      )}
    </aside>
  );
}

function Extend({ team, onDone }: Props) {
  const [day, setDay] = useState("");
  return (
    <Action title="More time to pay">
      <p>
        A payment is outstanding.{" "}
        {team.paused_at ? "The places are paused." : "The places pause when it is late."} You can keep them
        open meanwhile.
      </p>
      <LastDayField day={day} onChoose={setDay} />
      <TeamAct
        name="staff_extend_team"
        args={{ p_team: team.id, p_until: day, p_seen_until: team.extended_until }}
        label="Keep the places open"
        disabled={day === ""}
        title="Keep the places open?"
        sentence={`Everyone with a place has access until the end of ${day && formatDay(`${day}T12:00:00Z`)}, even if nothing is paid by then. After that day the places pause, unless the payment has arrived. The invoice and its due date stay as they are. Nobody is notified: tell the owner.`}
        done="The places stay open"
        onDone={() => {
          setDay("");
          onDone();
        }}
      />
    </Action>
  );
}

function HandOver({ team: { id, owner }, onDone }: Props) {
  const [email, setEmail] = useState("");
  const wanted = emailAddress(email);
  return (
    <Action title="Owner">
      <p>
        First make sure that the organisation asks for this, for example in writing from someone who can speak
        for it.
      </p>
      <Field
        label="Email of the new owner"
        hint="Of an account whose address is confirmed"
        className="w-full"
      >
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
      <TeamAct
        name="staff_hand_over_team"
        args={{ p_team: id, p_email: wanted, p_seen_owner: owner?.id ?? null }}
        label="Hand the team over"
        disabled={wanted === null}
        title="Hand this team over?"
        sentence={`${unmistakableEmail(wanted ?? "")} sees the people of the team and manages its places. ${owner ? `${unmistakableEmail(owner.email)} no longer does. Both are` : "The new owner is"} notified by email. Orders and invoices stay with the person who paid.`}
        done="The team has a new owner"
        onDone={() => {
          setEmail("");
          onDone();
        }}
      />
    </Action>
  );
}
