import { useEffect } from "react";
import { useOnline } from "../../platform/device/useOnline.ts";
import { renewFacts, showStoredFacts } from "../../platform/renewFacts.ts";
import { UpdatePrompt } from "./UpdatePrompt.tsx";

/** What every page loads after its first paint: the provider's newest facts, and the prompt to update the app. */
export default function AfterFirstPaint() {
  const isOnline = useOnline();
  // Synchronises with this device's copy, then with the server.
  useEffect(() => {
    showStoredFacts();
    if (isOnline) void renewFacts();
  }, [isOnline]);
  // The development server has no service worker.
  return import.meta.env.DEV ? null : <UpdatePrompt />;
}
