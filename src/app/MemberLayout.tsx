import { useState } from "react";
import { Outlet } from "react-router-dom";
import { AuthProvider, useAuth } from "../platform/auth.tsx";
import { lazyPart, MissingDialog } from "../ui/lazyPart.tsx";
import { AcademyFrame } from "./frame/AcademyFrame.tsx";
import { useStartSync } from "./useStartSync.ts";

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
