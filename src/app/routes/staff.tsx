import { useEffect, useState } from "react";
import { useParams } from "react-router-dom";
import { AREAS, placeAt } from "../../features/staff/frame/areas.ts";
import { StaffFrame } from "../../features/staff/frame/StaffFrame.tsx";
import { StaffGate } from "../../features/staff/frame/StaffGate.tsx";
import { AuthProvider, useAuth } from "../../platform/session/auth.tsx";
import type { Challenge } from "../../platform/session/authTypes.ts";
import { missingChallenge } from "../../platform/session/signing-in/secondFactor.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyPart, MissingDialog } from "../../ui/page/lazyPart.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { AcademyFrame } from "../frame/AcademyFrame.tsx";
import { Component as NotFoundPage } from "../NotFoundPage.tsx";
import { documentTitle, titled } from "../page.ts";

const NOT_FOUND = "Page not found";

export const handle = titled(({ params }) => {
  const place = placeAt(params["*"] ?? "", AREAS);
  return place ? (place.area?.label ?? "Staff console") : NOT_FOUND;
});

/** The staff console. Its layout is its own, and it starts no sync: staff work online. */
export function Component() {
  const place = placeAt(useParams()["*"] ?? "", AREAS);
  return (
    <AuthProvider>
      {place ? (
        <StaffGate notFound={<NotFound />} stepUp={(onPassed) => <StepUp onPassed={onPassed} />}>
          {(me) => <StaffFrame me={me} areas={AREAS} place={place} />}
        </StaffGate>
      ) : (
        <NotFound />
      )}
    </AuthProvider>
  );
}

const SignOutDialog = lazyPart(() => import("../frame/SignOutDialog.tsx"), { Missing: MissingDialog });

/** The 404 page as every other address that does not exist shows it. */
function NotFound() {
  const { state } = useAuth();
  const [isLeaving, setIsLeaving] = useState(false);
  const email = state.status === "signedIn" ? state.identity.email : null;
  return (
    <AcademyFrame account={{ email, onSignOut: () => setIsLeaving(true) }}>
      {/* Replaces the route's own title: React inserts it before, and browsers use the first. */}
      <title>{documentTitle(NOT_FOUND)}</title>
      <NotFoundPage />
      {isLeaving && <SignOutDialog onClose={() => setIsLeaving(false)} />}
    </AcademyFrame>
  );
}

const SecondFactorStep = lazyPart(() => import("../../features/auth/SecondFactorStep.tsx"));

/** Asks for the second factor that this session has not passed. */
function StepUp({ onPassed }: { onPassed: () => void }) {
  const [challenge, setChallenge] = useState<Challenge | "loading" | null>("loading");
  useEffect(() => {
    let isCurrent = true;
    missingChallenge()
      .catch((error: unknown) => {
        console.info("The second factors could not be loaded", error);
        return null;
      })
      .then((missing) => isCurrent && setChallenge(missing));
    return () => {
      isCurrent = false;
    };
  }, []);
  if (challenge === "loading") return <Spinner label="Opening…" />;
  if (challenge) return <SecondFactorStep challenge={challenge} onPassed={onPassed} />;
  return (
    <div role="status" className="page flex flex-col items-start gap-5 py-16">
      <h1 className="text-4xl">Your second factor could not be asked for</h1>
      <p>Check your connection and try again.</p>
      <Button onClick={onPassed}>Try again</Button>
    </div>
  );
}
