import { useEffect, useState } from "react";
import { Outlet } from "react-router-dom";
import { AuthProvider, useAuth } from "../platform/auth.tsx";
import { lazyPart, MissingDialog } from "../ui/lazyPart.tsx";
import { useAfterFirstPaint } from "./document/useAfterFirstPaint.ts";
import { AcademyFrame } from "./frame/AcademyFrame.tsx";

/** Seldom anything: the page comes first. */
const LearnerNotices = lazyPart(() => import("./frame/LearnerNotices.tsx"));
/** The page of this device says the same. */
const SyncBadge = lazyPart(() => import("../features/sync-centre/SyncBadge.tsx"), { Missing: () => null });
const SignOutDialog = lazyPart(() => import("./frame/SignOutDialog.tsx"), { Missing: MissingDialog });

/** The frame of pages that know who is here: it holds the session and, from its first paint on, runs the sync. */
export function Component() {
  return (
    <AuthProvider>
      <MemberFrame />
    </AuthProvider>
  );
}

function MemberFrame() {
  const { state } = useAuth();
  const [isLeaving, setIsLeaving] = useState(false);
  useStartSync();
  const email = state.status === "signedIn" ? state.identity.email : null;
  return (
    <AcademyFrame account={{ email, onSignOut: () => setIsLeaving(true) }} badge={<SyncBadge />} fillsWindow>
      <div role="status" className="page flex flex-col gap-3 [&:not(:empty)]:pt-6">
        <LearnerNotices />
      </div>
      <Outlet />
      {isLeaving && <SignOutDialog onClose={() => setIsLeaving(false)} />}
    </AcademyFrame>
  );
}

let isStarted = false;

async function start(): Promise<void> {
  if (isStarted) return;
  isStarted = true;
  try {
    const { startSync } = await import("../sync/start.ts");
    startSync();
  } catch (error) {
    isStarted = false;
    console.error("The sync could not be started; it is tried again on the next page", error);
  }
}

/**
 * Starts the sync once per tab, after the first paint. It is never stopped again: work waiting to be sent does not
 * depend on which page is open.
 */
function useStartSync(): void {
  const isPainted = useAfterFirstPaint();
  // Synchronises with the engine, which lives outside React.
  useEffect(() => {
    if (isPainted) void start();
  }, [isPainted]);
}
