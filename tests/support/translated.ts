if (typeof document !== "undefined") translatePage();

/**
 * Replaces every text on the page, and each one that appears later, by the same text, as the translator of Firefox does.
 * (Chrome's puts it inside two `font` elements, but many tests look at the elements around a text.) Code that holds a text
 * node then fails as it does for a reader who has the page translated.
 */
function translatePage(): void {
  // A second translator would translate what the first has translated, without end.
  if (document.body.dataset.translator) return;
  document.body.dataset.translator = "on";
  const LEFT_ALONE = "script, style, noscript, textarea, svg, [translate=no]";
  const translated = new WeakSet<Node>();
  const translate = (text: Text): void => {
    if (!text.data.trim() || translated.has(text) || text.parentElement?.closest(LEFT_ALONE)) return;
    const replacement = document.createTextNode(text.data);
    translated.add(replacement);
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
