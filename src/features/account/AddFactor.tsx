import { useState } from "react";
import { addPasskey } from "../../platform/factors.ts";
import { Button } from "../../ui/Button.tsx";
import { AddApp } from "./AddApp.tsx";
import { AddPhone } from "./AddPhone.tsx";
import { FormMessage } from "./FormMessage.tsx";
import { freeName } from "./freeName.ts";

type Props = { names: readonly string[]; onAdded: () => Promise<void> };

/** Offers three kinds of second factor and adds one at a time. */
export function AddFactor({ names, onAdded }: Props) {
  const [adding, setAdding] = useState<"app" | "phone" | "passkey" | null>(null);
  const [failure, setFailure] = useState<string | undefined>();
  const done = async () => {
    await onAdded();
    setAdding(null);
  };
  const passkey = async () => {
    setAdding("passkey");
    setFailure(undefined);
    const outcome = await addPasskey(freeName("Passkey", names));
    if (outcome.ok) return done();
    setFailure(outcome.message);
    setAdding(null);
  };
  if (adding === "app") return <AddApp names={names} onDone={done} onCancel={() => setAdding(null)} />;
  if (adding === "phone") return <AddPhone names={names} onDone={done} onCancel={() => setAdding(null)} />;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => setAdding("app")}>
          Add an authenticator app
        </Button>
        <Button variant="secondary" busy={adding === "passkey"} onClick={passkey}>
          Add a passkey
        </Button>
        <Button variant="secondary" onClick={() => setAdding("phone")}>
          Add a phone
        </Button>
      </div>
      <FormMessage failure={failure} />
    </div>
  );
}
