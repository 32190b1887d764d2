import { useEffect } from "react";
import { notedRemovals } from "../../db/store/removals.ts";
import { useOnline } from "../../platform/device/useOnline.ts";
import { renewFacts, showStoredFacts } from "../../platform/renewFacts.ts";
import { UpdatePrompt } from "./UpdatePrompt.tsx";

/**
 * What every page loads after its first paint: the provider's newest facts, and the prompt to update the app. Also finishes
 * removing a learner's data if the page on which they asked for that was closed too soon.
 */
export default function AfterFirstPaint() {
  const isOnline = useOnline();
  // Synchronises with this device's copy, then with the server.
  useEffect(() => {
    showStoredFacts();
    if (isOnline) void renewFacts();
  }, [isOnline]);
  // Synchronises with the databases on this device.
  useEffect(() => {
    if (notedRemovals().length > 0) void finishRemovals();
  }, []);
  // The development server has no service worker.
  return import.meta.env.DEV ? null : <UpdatePrompt />;
}

async function finishRemovals(): Promise<void> {
  try {
    await (await import("../../platform/session/removeData.ts")).finishRemovals();
  } catch (error) {
    console.warn("Data could not be removed from this device; the next page tries again", error);
  }
}
