import { useState } from "react";
import { staffRpc } from "../../../platform/staffRpc.ts";
import { Button } from "../../../ui/Button.tsx";
import { Field } from "../../../ui/form/Field.tsx";
import { Select } from "../../../ui/form/Select.tsx";
import { toast } from "../../../ui/overlay/toast.ts";
import { useStaff } from "../frame/access.ts";
import { type Message, NO_REPLY } from "./messages.ts";

const NOBODY = "";

/** Who takes care of a message. Nobody is notified of a change. */
export function Assignment({ message, onDone }: { message: Message; onDone: () => void }) {
  const { id, assigned_to: assignedTo, colleagues } = message;
  const { noteRefusal } = useStaff();
  const current = assignedTo ?? NOBODY;
  const [chosen, setChosen] = useState(current);
  const [isBusy, setIsBusy] = useState(false);
  const isListed = current === NOBODY || colleagues.some((each) => each.id === current);
  const assign = async () => {
    setIsBusy(true);
    const args = { p_id: id, p_to: chosen === NOBODY ? null : chosen };
    const result = await staffRpc("staff_assign_message", args, NO_REPLY);
    setIsBusy(false);
    if (result.ok) {
      toast({ title: "The message was assigned" });
      onDone();
      return;
    }
    toast({
      title: result.message ?? "The message could not be assigned. Try again.",
      variant: "destructive",
    });
    noteRefusal(result.code);
  };
  return (
    <section aria-label="Assignment" className="flex flex-col items-start gap-3 rounded-card bg-sunken p-5">
      <Field
        label="Assigned to"
        hint="They find it under Mine. Nobody is notified."
        className="w-full"
        optional
      >
        {(control) => (
          <Select {...control} value={chosen} onChange={(event) => setChosen(event.target.value)}>
            <option value={NOBODY}>Nobody</option>
            {!isListed && <option value={current}>A former colleague</option>}
            {colleagues.map(({ id: each, email, is_me: isMe }) => (
              <option key={each} value={each}>
                {isMe ? `Me (${email})` : email}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Button variant="secondary" disabled={chosen === current} busy={isBusy} onClick={assign}>
        Assign
      </Button>
    </section>
  );
}
