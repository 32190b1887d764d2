import { useEffect, useState } from "react";
import { loadProfile } from "../../platform/account/profile.ts";
import { useReconnections } from "../../platform/device/useConnection.ts";
import { useAuth } from "../../platform/session/auth.tsx";

/** The name for a certificate: the profile's name until the learner types one. */
export function useNamePrefill(): [name: string, setName: (name: string) => void] {
  const { state } = useAuth();
  const reconnections = useReconnections();
  const userId = state.status === "signedIn" ? state.identity.userId : null;
  const [typed, setTyped] = useState<string | null>(null);
  const [known, setKnown] = useState("");
  // Synchronises with the learner's profile on the server.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection triggers another load
  useEffect(() => {
    if (!userId) return;
    let isCurrent = true;
    loadProfile(userId)
      .then((loaded) => {
        if (!isCurrent || !loaded.ok) return;
        setKnown([loaded.data.first_name, loaded.data.last_name].filter(Boolean).join(" "));
      })
      .catch((error: unknown) => console.info("The profile could not be read", error));
    return () => {
      isCurrent = false;
    };
  }, [userId, reconnections]);
  return [typed ?? known, setTyped];
}
