import { useLocation } from "react-router-dom";
import { dismissInstallHelp } from "../../platform/device/installHelp.ts";
import { Button } from "../../ui/Button.tsx";

/** Nothing distracts on the way to a purchase. */
const PURCHASE = /\/pricing\//;

/**
 * Tells visitors how to install the app on an iPhone or iPad. It is in every document, and only the style sheet decides
 * whether it is shown, so it appears together with the page and moves nothing.
 */
export function InstallHelp() {
  if (PURCHASE.test(useLocation().pathname)) return null;
  return (
    <section aria-label="Install the app" className="install-help page">
      <p>
        To install this as an app, tap Share (a square with an arrow pointing up), then “Add to Home Screen”.
      </p>
      <Button variant="quiet" onClick={dismissInstallHelp}>
        Not now
      </Button>
    </section>
  );
}
