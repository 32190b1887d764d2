import { lazy, Suspense, useState } from "react";
import { Outlet } from "react-router-dom";
import { AuthProvider, useAuth } from "../platform/auth.tsx";
import { AcademyFrame } from "./AcademyFrame.tsx";
import { useStartSync } from "./useStartSync.ts";

/** Seldom anything: the page comes first. */
const LearnerNotices = lazy(() => import("./LearnerNotices.tsx"));
const SyncBadge = lazy(() => import("../features/sync-centre/SyncBadge.tsx"));
const SignOutDialog = lazy(() => import("./SignOutDialog.tsx"));

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
    <AcademyFrame
      account={{ email, onSignOut: () => setIsLeaving(true) }}
      badge={
        <Suspense>
          <SyncBadge />
        </Suspense>
      }
      fillsWindow
    >
      <div role="status" className="page flex flex-col gap-3 [&:not(:empty)]:pt-6">
        <Suspense>
          <LearnerNotices />
        </Suspense>
      </div>
      <Outlet />
      {isLeaving && (
        <Suspense>
          <SignOutDialog onClose={() => setIsLeaving(false)} />
        </Suspense>
      )}
    </AcademyFrame>
  );
}
