import { PAGE_ATTRIBUTE } from "../app/document/documentPage.ts";
import { readIdentityHint } from "../db/store/identityHint.ts";
import { PREVIEW_LESSON_ID } from "../domain/ids.ts";
import { seemsOffline } from "../platform/device/offlineHint.ts";
import { INSTANT_LESSON } from "./lessonDocument.ts";

// Runs in the page, before its first frame: nothing here may import React or another library.

/** The id of the template that contains the first step of the free preview as an instant lesson. */
export const PREVIEW = "free-preview";

/**
 * Shows the first step of the free preview to a visitor before the app has started. The build inlines this function into the
 * player's document after the template. The app alone decides what it shows to learners, without a connection, and at every other
 * address.
 */
export function showPreview(): void {
  const template = document.getElementById(PREVIEW);
  const root = document.getElementById("root");
  if (!root || !(template instanceof HTMLTemplateElement)) return;
  const query = new URLSearchParams(location.search);
  const isAsked = query.get("lesson") === PREVIEW_LESSON_ID && (query.get("step") ?? "1") === "1";
  if (isAsked && !location.hash && !seemsOffline() && readIdentityHint() === null) {
    root.before(template.content);
    root.hidden = true;
    root.setAttribute(PAGE_ATTRIBUTE, INSTANT_LESSON);
  }
  template.remove();
}
