import { DeletionStatus } from "./DeletionStatus.tsx";

/** Shown on every signed-in page while the account is scheduled for deletion. */
export default function DeletionNotice({ dueAt }: { dueAt: string }) {
  return <DeletionStatus dueAt={dueAt} />;
}
