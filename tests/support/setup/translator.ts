/**
 * Replaces every text on the page, and each one that appears later, by the same text: as the translator of Chrome does,
 * inside two `font` elements, or as that of Firefox does. Code that holds a text node then fails as it does for a reader who
 * has the page translated. Also runs in a browser, so it uses nothing from this file.
 */
export function translatePage(browser: "Chrome" | "Firefox"): void {
  // A second translator would translate what the first has translated, without end.
  if (document.body.dataset.translator) return;
  document.body.dataset.translator = browser;
  const LEFT_ALONE = "script, style, noscript, textarea, svg, [translate=no]";
  const translated = new WeakSet<Node>();
  const translate = (text: Text): void => {
    if (!text.data.trim() || translated.has(text) || text.parentElement?.closest(LEFT_ALONE)) return;
    let replacement: Node = document.createTextNode(text.data);
    translated.add(replacement);
    for (let wraps = browser === "Chrome" ? 2 : 0; wraps > 0; wraps -= 1) {
      const font = document.createElement("font");
      font.style.verticalAlign = "inherit";
      font.append(replacement);
      replacement = font;
    }
    text.replaceWith(replacement);
  };
  const translateBelow = (node: Node): void => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const found: Text[] = node instanceof Text ? [node] : [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    for (const text of found) translate(text);
  };
  translateBelow(document.body);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) translateBelow(node);
  }).observe(document.body, { childList: true, subtree: true });
}
