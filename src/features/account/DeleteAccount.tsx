import { useState } from "react";
import type { Identity } from "../../platform/auth.tsx";
import { useDeletionDueAt } from "../../platform/deletion.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyPart, MissingDialog } from "../../ui/lazyPart.tsx";
import { DeletionStatus } from "./DeletionStatus.tsx";

const DeleteDialog = lazyPart(() => import("./DeleteDialog.tsx"), { Missing: MissingDialog });

/** Requests the deletion of the account or, while a deletion is pending, cancels it. */
export function DeleteAccount({ identity }: { identity: Identity }) {
  const dueAt = useDeletionDueAt(identity.userId);
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="flex flex-col items-start gap-4">
      <h3>Delete my account</h3>
      {dueAt ? (
        <DeletionStatus dueAt={dueAt} />
      ) : (
        <>
          <p>
            Your account and everything in it will be deleted after 7 days. Until then you can change your
            mind.
          </p>
          <Button variant="danger" onClick={() => setIsAsking(true)}>
            Delete my account…
          </Button>
        </>
      )}
      {isAsking && <DeleteDialog identity={identity} onClose={() => setIsAsking(false)} />}
    </div>
  );
}
