import { OLDEST_BROWSERS } from "../../domain/oldestBrowsers.ts";
import { TOO_OLD_ATTRIBUTE } from "./documentPage.ts";

// The first script of every document (tools/site/browserCheck.ts). The build makes it a classic script in the syntax of
// 2015, because it has to run where the app's modules do not even parse. It needs no style sheet for the same reason.

/**
 * What the app needs without a fallback and the oldest supported browsers have. Together they recognise every older
 * version: a test compares them with the compatibility data of MDN. IndexedDB is not among them, because it is missing in
 * a new browser that blocks site data too, and then the app works without it.
 */
const NEEDS: readonly [name: string, isThere: () => boolean][] = [
  ["JavaScript modules", () => "noModule" in HTMLScriptElement.prototype],
  ["Dialogs (the dialog element)", () => "showModal" in HTMLDialogElement.prototype],
  ["Time limits for requests (AbortSignal.timeout)", () => "timeout" in AbortSignal],
  ["Sorting without changes (Array.prototype.toSorted)", () => "toSorted" in Array.prototype],
  ["Mixed colours (CSS color-mix)", () => CSS.supports("color", "color-mix(in srgb, red, red)")],
  ["Typed style properties (CSS @property)", () => "CSSPropertyRule" in window],
];

/** Names of the needed features that this browser lacks. */
export function missingFeatures(): string[] {
  return NEEDS.filter(([, isThere]) => {
    try {
      return !isThere();
    } catch {
      // An old browser lacks even the object that is asked.
      return true;
    }
  }).map(([name]) => name);
}

type Site = { name: string; supportEmail: string };

/**
 * Shows a message in a browser that is too old, and keeps the app from starting. A page that was rendered at build time
 * stays below the message, because it can be read in any browser.
 */
export function checkBrowser(site: Site): void {
  const missing = missingFeatures();
  if (missing.length === 0) return;
  document.documentElement.setAttribute(TOO_OLD_ATTRIBUTE, "");
  document.body.insertBefore(message(missing, site), document.body.firstChild);
}

function message(missing: readonly string[], site: Site): HTMLElement {
  const { chrome, edge, firefox, safari } = OLDEST_BROWSERS;
  const section = element("section", "");
  section.setAttribute("role", "alert");
  section.style.cssText =
    "box-sizing:border-box;max-width:44rem;margin:0 auto;padding:2rem max(1.25rem,env(safe-area-inset-right,0px)) 2rem max(1.25rem,env(safe-area-inset-left,0px));line-height:1.6";
  const browsers = element("ul", "");
  browsers.style.cssText = "margin:1rem 0;padding-left:1.5rem;list-style:disc";
  for (const text of [
    `Chrome from version ${chrome} or Edge from version ${edge}`,
    `Firefox from version ${firefox}`,
    `Safari from version ${safari}`,
    `On an iPhone or iPad: any browser, from iOS or iPadOS ${safari}`,
  ])
    browsers.appendChild(element("li", text));
  const parts = [
    element(document.querySelector("h1") ? "h2" : "h1", "This browser is too old"),
    element("p", `${site.name} does not work in this version of your browser. It works in:`),
    browsers,
    element(
      "p",
      "Update your browser, or open this address in another one. On an iPhone or iPad, open Settings, then General, then Software Update.",
    ),
    element(
      "p",
      "Nothing was lost. What is in your account is there in every browser, and work on this device that was not sent yet is sent once the browser is updated.",
    ),
    element("p", `Missing here: ${missing.join(", ")}. Questions? Write to ${site.supportEmail}.`),
  ];
  for (const part of parts) {
    if (part.localName === "p") part.style.marginTop = "0.75rem";
    section.appendChild(part);
  }
  return section;
}

function element(name: string, text: string): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
