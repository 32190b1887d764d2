import { readableEmail } from "../../domain/text/readableEmail.ts";
import { LessonsHere } from "../../features/downloads/LessonsHere.tsx";
import { SyncCentre } from "../../features/sync-centre/SyncCentre.tsx";
import { SignedIn } from "../member/SignedIn.tsx";
import { titled } from "../page.ts";

export const handle = titled("This device");

/** Combines the sync centre and the downloads: what is stored on this device, and what is waiting to be sent. */
export function Component() {
  return (
    <SignedIn opening="Checking this device…">
      {({ email }) => (
        <div className="page flex max-w-3xl flex-col gap-12 py-10">
          <header className="flex flex-col gap-3">
            <p className="eyebrow">My Learning</p>
            <h1>This device</h1>
            <p className="max-w-prose text-lg text-muted">
              Everything you do is saved here first and sent to your account when there is a connection.
            </p>
          </header>
          <SyncCentre account={readableEmail(email)} />
          <LessonsHere />
        </div>
      )}
    </SignedIn>
  );
}
