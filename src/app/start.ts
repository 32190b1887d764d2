import "../ui/base.css";
import { isSiteDataBlocked } from "../db/localStore.ts";
import { asksForSite, entryPaths } from "../domain/entryPaths.ts";
import { applyStoredReading } from "../platform/storedReading.ts";
import { PAGE_ATTRIBUTE, SCRIPTS_ATTRIBUTE } from "./document/documentPage.ts";
import { firstPaint } from "./document/firstPaint.ts";
import { storedEmail } from "./storedSession.ts";

// The first script that a document fetches, and the only one before the first paint. A page that was rendered ahead can be
// read and used without any, so all others leave the line to its styles and faces.

// As early as a policy without inline scripts allows. The player's document has done so already, by an inline script.
applyStoredReading();

// Dexie opens a channel as soon as it is loaded, which Firefox forbids here: no page that knows a learner could be shown.
if (isSiteDataBlocked()) Reflect.deleteProperty(globalThis, "BroadcastChannel");

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
boot(root);

function boot(root: HTMLElement): void {
  if (location.pathname === entryPaths.landing() && !asksForSite(location.search) && storedEmail() !== null)
    showDashboardInstead(root);
  if (root.hasAttribute(PAGE_ATTRIBUTE)) void firstPaint().then(() => loadApp(root));
  else void loadApp(root);
}

/** Learners have no use for the landing page: it is gone before it is seen, and from the browser's history. */
function showDashboardInstead(root: HTMLElement): void {
  history.replaceState(null, "", entryPaths.dashboard());
  root.removeAttribute(PAGE_ATTRIBUTE);
  root.replaceChildren();
}

async function loadApp(root: HTMLElement): Promise<void> {
  addEventListener("pageshow", reloadWhenRestored);
  // Hidden while the document shows an instant lesson.
  if (root.hidden)
    await import("../instant-lesson/takeOver.ts")
      .then(({ prepareTakeOver }) => prepareTakeOver(root))
      .catch((error) => {
        // Nothing else would show the app.
        root.previousElementSibling?.remove();
        root.hidden = false;
        logAndContinue(error);
      });
  const scripts = root.getAttribute(SCRIPTS_ATTRIBUTE)?.split(" ") ?? [];
  for (const href of scripts) {
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "modulepreload", href, crossOrigin: "" }),
    );
  }
  // Fetched all at once, and run in a task each: a slow phone answers to touch in between.
  for (const href of scripts) await import(/* @vite-ignore */ href).catch(logAndContinue);
  await import("./main.tsx");
  removeEventListener("pageshow", reloadWhenRestored);
}

/** Back has restored a page that was left while its scripts were loading: those requests may never settle. */
function reloadWhenRestored({ persisted }: PageTransitionEvent): void {
  if (persisted) location.reload();
}

/** The route that needs the missing part requests it again, and reports a failure on the page. */
function logAndContinue(error: unknown): void {
  console.warn("A part of the app could not be loaded ahead", error);
}
