import { useEffect, useState } from "react";
import type { UserId } from "../../domain/ids.ts";
import { loadProfile, type Profile } from "../../platform/profile.ts";
import { useOnline } from "../../platform/useOnline.ts";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Spinner } from "../../ui/Spinner.tsx";
import { ProfileForm } from "./ProfileForm.tsx";

/** The contact details as the server has them, to be changed. */
export function ProfileSection({ userId }: { userId: UserId }) {
  const isOnline = useOnline();
  const [attempt, setAttempt] = useState(0);
  const [profile, setProfile] = useState<Profile | "loading" | "unreachable">("loading");
  // Synchronises with the server's record, until it has been read once: what is being typed is not overwritten.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attempt and the connection are reasons to ask again
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
