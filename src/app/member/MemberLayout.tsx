import { useEffect, useState } from "react";
import { Outlet } from "react-router-dom";
import { loadCode } from "../../platform/loadCode.ts";
import { AuthProvider, useAuth } from "../../platform/session/auth.tsx";
import { lazyPart, MissingDialog } from "../../ui/page/lazyPart.tsx";
import { useAfterFirstPaint } from "../document/useAfterFirstPaint.ts";
import { AcademyFrame } from "../frame/AcademyFrame.tsx";

/** Usually empty, so it loads after the page. */
const LearnerNotices = lazyPart(() => import("../frame/LearnerNotices.tsx"));
/** Omitted if its code cannot be loaded: the device page shows the same status. */
const SyncBadge = lazyPart(() => import("../../features/sync-centre/SyncBadge.tsx"), { Missing: () => null });
const SignOutDialog = lazyPart(() => import("../frame/SignOutDialog.tsx"), { Missing: MissingDialog });

/** The frame of pages that depend on who is signed in: provides the session and starts the sync after the first paint. */
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
    const { startSync } = await loadCode(() => import("../../sync/triggers.ts"));
    startSync();
  } catch (error) {
    isStarted = false;
    console.error("The sync could not start; the next page tries again", error);
  }
}

/** Starts the sync once per tab, after the first paint. Never stops it: queued work must be sent whichever page is open. */
function useStartSync(): void {
  const isPainted = useAfterFirstPaint();
  // Synchronises with the engine, which lives outside React.
  useEffect(() => {
    if (isPainted) void start();
  }, [isPainted]);
}
