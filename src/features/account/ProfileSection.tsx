import { useEffect, useState } from "react";
import type { UserId } from "../../domain/ids.ts";
import { loadProfile, type Profile } from "../../platform/profile.ts";
import { useOnline } from "../../platform/useOnline.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { ProfileForm } from "./ProfileForm.tsx";

/** The editable contact details, loaded from the server. */
export function ProfileSection({ userId }: { userId: UserId }) {
  const isOnline = useOnline();
  const [attempt, setAttempt] = useState(0);
  const [profile, setProfile] = useState<Profile | "loading" | "unreachable">("loading");
  // Synchronises with the server's record, but only until the first successful load: typing is never overwritten.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a retry and a new connection each trigger another load
  useEffect(() => {
    if (typeof profile === "object") return;
    let isCurrent = true;
    loadProfile(userId)
      .catch((error: unknown) => {
        console.info("The profile could not be read", error);
        return null;
      })
      .then((loaded) => isCurrent && setProfile(loaded ?? "unreachable"));
    return () => {
      isCurrent = false;
    };
  }, [userId, attempt, isOnline]);

  if (profile === "loading") return <Spinner label="Loading your profile…" />;
  if (profile === "unreachable") {
    return (
      <Banner
        role="status"
        tone="highlight"
        title="Your profile could not be shown"
        action={<Button onClick={() => setAttempt((count) => count + 1)}>Try again</Button>}
      >
        It is stored in your account, so you need a connection to see it.
      </Banner>
    );
  }
  return <ProfileForm userId={userId} profile={profile} />;
}
