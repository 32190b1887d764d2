import { localStore } from "../../db/store/localStore.ts";

/** In localStorage: "yes" once the user has declined help with installing the app. */
const DISMISSED_KEY = "academy-install-dismissed";

export function isInstallHelpDismissed(): boolean {
  return localStore()?.getItem(DISMISSED_KEY) === "yes";
}

export function dismissInstallHelp(): void {
  localStore()?.setItem(DISMISSED_KEY, "yes");
  applyInstallHelp();
}

/** Hides the help on public pages if it was dismissed. Runs before the first paint, so that nothing moves. */
export function applyInstallHelp(): void {
  document.documentElement.toggleAttribute("data-no-install-help", isInstallHelpDismissed());
}
