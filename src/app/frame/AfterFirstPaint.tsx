import { useEffect } from "react";
import { useReconnections } from "../../platform/device/offlineHint.ts";
import { renewFacts, showStoredFacts } from "../../platform/renewFacts.ts";
import { UpdatePrompt } from "./UpdatePrompt.tsx";

/** What every page loads after its first paint: the provider's newest facts, and the prompt to update the app. */
export default function AfterFirstPaint() {
  const reconnections = useReconnections();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection triggers another request
  useEffect(() => {
    showStoredFacts();
    void renewFacts();
  }, [reconnections]);
  // The development server has no service worker.
  return import.meta.env.DEV ? null : <UpdatePrompt />;
}
