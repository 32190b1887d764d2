import { useState } from "react";
import { Button } from "../../../src/ui/Button.tsx";
import { Dialog } from "../../../src/ui/Dialog.tsx";
import { Drawer } from "../../../src/ui/Drawer.tsx";
import { Specimen } from "../Specimen.tsx";

export function Overlays() {
  const [open, setOpen] = useState<"dialog" | "drawer" | null>(null);
  const close = () => setOpen(null);
  return (
    <Specimen
      title="Dialog and drawer"
      note="Escape and a press outside close them; focus goes back where it was."
    >
      <div className="flex flex-wrap gap-4">
        <Button variant="secondary" onClick={() => setOpen("dialog")}>
          Open the dialog
        </Button>
        <Button variant="secondary" onClick={() => setOpen("drawer")}>
          Open the drawer
        </Button>
      </div>
      <Dialog
        open={open === "dialog"}
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
      <Drawer open={open === "drawer"} onClose={close} label="Menu">
        <p className="p-2">Navigation stands here on narrow screens.</p>
      </Drawer>
    </Specimen>
  );
}
