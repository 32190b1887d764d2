import { useEffect, useState, useSyncExternalStore } from "react";
import { Navigate, Outlet, useLocation } from "react-router-dom";
import { onStoreSignal, type StoreSignal, wasSignalled } from "../../db/store/signals.ts";
import { storeTrouble, subscribeStoreTrouble } from "../../db/store/storeTrouble.ts";
import { mailPaths } from "../../domain/mailPaths.ts";
import { holdInstallPrompt } from "../../platform/device/installPrompt.ts";
import { loadCode } from "../../platform/loadCode.ts";
import { AuthProvider, useAuth } from "../../platform/session/auth.tsx";
import { useReturning, useSignInPath } from "../../platform/session/useSignInPath.ts";
import { useAfterFirstPaint } from "../../ui/page/appReady.ts";
import { lazyPart, MissingDialog } from "../../ui/page/lazyPart.tsx";
import { ReadBoundary } from "../../ui/page/ReadBoundary.tsx";
import { AcademyFrame } from "../frame/AcademyFrame.tsx";

// The event comes once, and may come before anything that loads later.
holdInstallPrompt();

/** Usually empty, so it loads after the page. */
const LearnerNotices = lazyPart(() => import("../frame/LearnerNotices.tsx"));
/** Omitted if its code cannot be loaded: the device page shows the same status. */
const SyncBadge = lazyPart(() => import("../../features/sync-centre/SyncBadge.tsx"), { Missing: () => null });
const SignOutDialog = lazyPart(() => import("../frame/SignOutDialog.tsx"), { Missing: MissingDialog });

/** The frame of pages that depend on who is signed in: provides the session and starts the sync once the page is shown. */
export function Component() {
  return (
    <AuthProvider>
      <MemberFrame />
    </AuthProvider>
  );
}

/** A learner who signed in with an emailed temporary password must choose their own before anything else. */
export function PasswordGate() {
  const { state } = useAuth();
  const newPasswordPath = useReturning(mailPaths.newPassword());
  if (state.status === "signedIn" && state.identity.mustChangePassword) {
    return <Navigate to={newPasswordPath} replace />;
  }
  return <Outlet />;
}

function MemberFrame() {
  const { state } = useAuth();
  const signInPath = useSignInPath();
  const [isLeaving, setIsLeaving] = useState(false);
  const isPainted = useAfterFirstPaint();
  useStartSync(isPainted);
  const trouble = useSyncExternalStore(subscribeStoreTrouble, storeTrouble, storeTrouble);
  const email = state.status === "signedIn" ? state.identity.email : null;
  return (
    <AcademyFrame
      account={{ email, onSignOut: () => setIsLeaving(true), signInPath }}
      badge={
        isPainted && (
          <ReadBoundary log="Error loading the sync status" failed={() => null}>
            <SyncBadge />
          </ReadBoundary>
        )
      }
      fillsWindow
    >
      <div role="status" className="page flex flex-col gap-3 [&:not(:empty)]:pt-6">
        {/* A page whose store does not respond would wait for as long as the notice that says so. */}
        {(isPainted || trouble !== "none") && (
          <ReadBoundary log="Error loading the notices" failed={() => null}>
            <LearnerNotices />
          </ReadBoundary>
        )}
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

/** What a page cannot wait for: a change to send, or what only the server knows. */
const URGENT: readonly StoreSignal[] = ["written", "identityStored", "enrollmentWanted", "progressWanted"];

/**
 * Starts the sync once per tab: after the page, or as soon as the page needs it. The next page, or the next need, tries again
 * if it could not be loaded. Never stops it: queued work must be sent whichever page is open.
 */
function useStartSync(isPainted: boolean): void {
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page tries again
  useEffect(() => {
    if (isPainted || URGENT.some(wasSignalled)) void start();
    return onStoreSignal((signal) => {
      if (URGENT.includes(signal)) void start();
    });
  }, [isPainted, pathname]);
}
