import { useState } from "react";
import type { Factor } from "../../platform/authTypes.ts";
import { removeFactor } from "../../platform/factors.ts";
import { Button } from "../../ui/Button.tsx";
import { FormMessage } from "./FormMessage.tsx";

const KINDS: Record<Factor["kind"], string> = {
  totp: "Authenticator app",
  phone: "Phone",
  webauthn: "Passkey",
};

type Props = { factors: readonly Factor[]; mayChange: boolean; onChange: () => Promise<void> };

export function FactorList({ factors, mayChange, onChange }: Props) {
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | undefined>();
  const remove = async (id: string) => {
    setBusy(id);
    setFailure(undefined);
    const outcome = await removeFactor(id);
    if (outcome.ok) await onChange();
    else setFailure(outcome.message);
    setBusy(null);
  };
  if (factors.length === 0) {
    return <p>Only your password protects your account. A second factor keeps out anyone who learns it.</p>;
  }
  return (
    <div className="flex flex-col gap-4">
      <ul className="border-y border-line">
        {factors.map(({ id, kind, name }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 border-line py-3 not-first:border-t"
          >
            <span className="min-w-0 wrap-anywhere">
              <strong>{name || KINDS[kind]}</strong>
              {name && <span className="text-muted"> · {KINDS[kind]}</span>}
            </span>
            {mayChange && (
              <Button
                variant="secondary"
                busy={busy === id}
                disabled={busy !== null}
                aria-label={`Remove ${name || KINDS[kind]}`}
                onClick={() => remove(id)}
              >
                Remove
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FormMessage failure={failure} />
    </div>
  );
}
