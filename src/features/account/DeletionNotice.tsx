import { DeletionStatus } from "./DeletionStatus.tsx";

/** On every member's page of somebody whose account is to be deleted. */
export default function DeletionNotice({ dueAt }: { dueAt: string }) {
  return <DeletionStatus dueAt={dueAt} />;
}
