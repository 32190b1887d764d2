import { useState } from "react";
import { Outlet } from "react-router-dom";
import { lazyPart, MissingDialog } from "../ui/lazyPart.tsx";
import { AcademyFrame } from "./frame/AcademyFrame.tsx";
import { useStoredEmail } from "./frame/useStoredEmail.ts";

const SignOutHere = lazyPart(() => import("./frame/SignOutHere.tsx"), { Missing: MissingDialog });

/** The frame of public pages. The code for signing out is loaded on demand. */
export function PublicLayout() {
  const email = useStoredEmail();
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <AcademyFrame account={{ email, onSignOut: () => setIsLeaving(true) }}>
      <Outlet />
      {isLeaving && <SignOutHere onClose={() => setIsLeaving(false)} />}
    </AcademyFrame>
  );
}
