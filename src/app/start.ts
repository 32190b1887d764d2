import "../ui/styles/base.css";
import { isSiteDataBlocked } from "../db/store/localStore.ts";
import { asksForSite, entryPaths } from "../domain/entryPaths.ts";
import { applyInstallHelp } from "../platform/device/installHelp.ts";
import { applyStoredReading } from "../platform/device/storedReading.ts";
import { loadCode } from "../platform/loadCode.ts";
import { PAGE_ATTRIBUTE, SCRIPTS_ATTRIBUTE, TOO_OLD_ATTRIBUTE } from "./document/documentPage.ts";
import { firstPaint } from "./document/firstPaint.ts";
import { storedEmail } from "./storedSession.ts";

// The first script that a document fetches, and the only one before the first paint. A prerendered page can be read and
// used without scripts, so all others wait and leave the bandwidth to its styles and fonts.

// Runs as early as a policy without inline scripts allows. In the player's document, an inline script has already done
// this.
applyStoredReading();
applyInstallHelp();

// Dexie opens a channel when it is loaded. If site data is blocked, Firefox throws, and pages for learners would fail.
if (isSiteDataBlocked()) Reflect.deleteProperty(globalThis, "BroadcastChannel");

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
if (!document.documentElement.hasAttribute(TOO_OLD_ATTRIBUTE)) boot(root);

function boot(root: HTMLElement): void {
  if (location.pathname === entryPaths.landing() && !asksForSite(location.search) && storedEmail() !== null)
    showDashboardInstead(root);
  if (root.hasAttribute(PAGE_ATTRIBUTE)) void firstPaint().then(() => loadCode(() => loadApp(root)));
  else void loadCode(() => loadApp(root));
}

/** Replaces the landing page, which learners do not need, before it is painted and in the browser's history. */
function showDashboardInstead(root: HTMLElement): void {
  history.replaceState(null, "", entryPaths.dashboard());
  root.removeAttribute(PAGE_ATTRIBUTE);
  root.replaceChildren();
}

async function loadApp(root: HTMLElement): Promise<void> {
  // The root is hidden while the document shows an instant lesson.
  if (root.hidden)
    await import("../instant-lesson/takeOver.ts")
      .then(({ prepareTakeOver }) => prepareTakeOver(root))
      .catch((error) => {
        // Otherwise the app would stay hidden.
        document.getElementById(root.getAttribute(PAGE_ATTRIBUTE) ?? "")?.remove();
        root.hidden = false;
        logAndContinue(error);
      });
  const scripts = root.getAttribute(SCRIPTS_ATTRIBUTE)?.split(" ") ?? [];
  for (const href of scripts) {
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "modulepreload", href, crossOrigin: "" }),
    );
  }
  // Fetched in parallel, but each is run in its own task, so a slow phone can respond to touch in between.
  for (const href of scripts) await import(/* @vite-ignore */ href).catch(logAndContinue);
  await import("./main.tsx");
}

/** The route that needs the missing part requests it again, and reports a failure on the page. */
function logAndContinue(error: unknown): void {
  console.warn("A part of the app could not be preloaded", error);
}
