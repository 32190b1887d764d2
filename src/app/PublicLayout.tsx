import { lazy, Suspense, useState } from "react";
import { Outlet } from "react-router-dom";
import { AcademyFrame } from "./AcademyFrame.tsx";
import { useStoredEmail } from "./useStoredEmail.ts";

const SignOutHere = lazy(() => import("./SignOutHere.tsx"));

/** The frame of pages that everyone may see. Signing out loads what it needs when it is asked for. */
export function PublicLayout() {
  const email = useStoredEmail();
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <AcademyFrame account={{ email, onSignOut: () => setIsLeaving(true) }}>
      <Outlet />
      {isLeaving && (
        <Suspense>
          <SignOutHere onClose={() => setIsLeaving(false)} />
        </Suspense>
      )}
    </AcademyFrame>
  );
}
