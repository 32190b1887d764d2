import { localStore } from "../../db/store/localStore.ts";

/** In localStorage: "yes" once the user has declined help with installing the app. */
const DISMISSED_KEY = "academy-install-dismissed";
/** On the document element, for the style sheets. */
const DISMISSED_ATTRIBUTE = "data-install-help-dismissed";

export function isInstallHelpDismissed(): boolean {
  return localStore()?.getItem(DISMISSED_KEY) === "yes";
}

export function dismissInstallHelp(): void {
  localStore()?.setItem(DISMISSED_KEY, "yes");
  document.documentElement.toggleAttribute(DISMISSED_ATTRIBUTE, true);
}

/** Hides the help on public pages if it was dismissed earlier. Runs before the first paint, so that nothing moves. */
export function applyInstallHelp(): void {
  document.documentElement.toggleAttribute(DISMISSED_ATTRIBUTE, isInstallHelpDismissed());
}
