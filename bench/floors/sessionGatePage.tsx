import { createClient } from "@supabase/supabase-js";
import { useEffect, useState } from "react";
import { LessonText } from "./lessonText.tsx";
import { mount } from "./mount.tsx";

// Like most apps, this page shows nothing until supabase-js has returned the session. Its URL contains the backend's
// address.
const query = new URLSearchParams(location.search);
const client = createClient(query.get("url") ?? "", query.get("key") ?? "", {
  auth: { storageKey: query.get("storageKey") ?? "" },
});

function Gate() {
  const [isKnown, setIsKnown] = useState(false);
  // Synchronises with the auth client.
  useEffect(() => {
    void client.auth.getSession().then(() => setIsKnown(true));
  }, []);
  return isKnown ? <LessonText /> : null;
}

mount(<Gate />);
addEventListener("load", () => void navigator.serviceWorker.register("./sw.js"));
