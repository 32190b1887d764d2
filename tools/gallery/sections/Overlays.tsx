import { useState } from "react";
import { Button } from "../../../src/ui/Button.tsx";
import { Dialog } from "../../../src/ui/overlay/Dialog.tsx";
import { Specimen } from "../Specimen.tsx";

export function Overlays() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <Specimen title="Dialog" note="Escape and a press outside close it, and focus returns to where it was.">
      <div className="flex flex-wrap gap-4">
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Open the dialog
        </Button>
      </div>
      <Dialog
        open={open}
        onClose={close}
        title="Sign out on this device?"
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Stay signed in
            </Button>
            <Button variant="danger" onClick={close}>
              Sign Out
            </Button>
          </>
        }
      >
        <p>Two answers have not been sent yet. They stay on this device until you sign in again.</p>
      </Dialog>
    </Specimen>
  );
}
