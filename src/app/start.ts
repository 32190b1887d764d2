import "../ui/base.css";
import { isSiteDataBlocked } from "../db/localStore.ts";
import { asksForSite, entryPaths } from "../domain/entryPaths.ts";
import { FIRST_SIGHT_ID } from "../features/player/firstSightId.ts";
import { applyStoredReading } from "../platform/storedReading.ts";
import { PAGE_ATTRIBUTE, SCRIPTS_ATTRIBUTE } from "./documentPage.ts";
import { firstPaint } from "./firstPaint.ts";
import { storedEmail } from "./storedSession.ts";

// The first script that a document fetches, and the only one before the first paint. A page that was rendered ahead can be
// read and used without any, so all others leave the line to its styles and faces.

// As early as a policy without inline scripts allows. The player's document has done so already (firstSight/chosenReading.ts).
applyStoredReading();

// Dexie opens a channel as soon as it is loaded, which Firefox forbids here: no page that knows a learner could be shown.
if (isSiteDataBlocked()) Reflect.deleteProperty(globalThis, "BroadcastChannel");

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
begin(root);

function begin(root: HTMLElement): void {
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
  // Only the player's document may have one: see firstSight.
  const sight = document.getElementById(FIRST_SIGHT_ID);
  if (sight)
    await import("../instant-lesson/takeOver.ts")
      .then(({ keepFirstSight }) => keepFirstSight(sight, root))
      .catch((error) => {
        // Nothing else would show the app.
        sight.remove();
        root.hidden = false;
        goOn(error);
      });
  const scripts = root.getAttribute(SCRIPTS_ATTRIBUTE)?.split(" ") ?? [];
  for (const href of scripts) {
    document.head.append(
      Object.assign(document.createElement("link"), { rel: "modulepreload", href, crossOrigin: "" }),
    );
  }
  // Fetched all at once, and run in a task each: a slow phone answers to touch in between.
  for (const href of scripts) await import(/* @vite-ignore */ href).catch(goOn);
  await import("./main.tsx");
  removeEventListener("pageshow", reloadWhenRestored);
}

/** Back has restored a page that was left while its scripts were loading: those requests may never settle. */
function reloadWhenRestored({ persisted }: PageTransitionEvent): void {
  if (persisted) location.reload();
}

/** What did not come is asked for again by the route that needs it, which also says so on the page. */
function goOn(error: unknown): void {
  console.warn("A part of the app did not come early", error);
}
