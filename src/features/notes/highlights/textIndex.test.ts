// @vitest-environment jsdom
import { expect, test } from "vitest";
import { indexText } from "./textIndex.ts";

function pageOf(html: string): HTMLElement {
  document.body.innerHTML = `<div id="page">${html}</div>`;
  const page = document.getElementById("page");
  if (!page) throw new Error("it was just put there");
  return page;
}

const PAGE = `<h2>Who decides?</h2><p>A form turns
  you <em>down</em>.</p><div class="island"><p>Mine.</p></div><ul><li>Who can say no?</li></ul>`;

test("the text index reads a page as one text with separate blocks, collapsed whitespace and no interactive parts", () => {
  expect(indexText(pageOf(PAGE)).text).toBe("Who decides? A form turns you down. Who can say no?");
});

test("the text index maps a span of text to a page range and back, across elements and blocks", () => {
  const { text, rangeOf, spanOf } = indexText(pageOf(PAGE));
  for (const words of ["decides? A form", "you down", "down. Who can", text]) {
    const span = { start: text.indexOf(words), end: text.indexOf(words) + words.length };
    expect(spanOf(rangeOf(span)), words).toEqual(span);
  }
});

test("the text index ignores whitespace around a selection and returns no span outside the text", () => {
  const page = pageOf(PAGE);
  const { text, spanOf, caretOf } = indexText(page);
  const range = document.createRange();
  range.selectNodeContents(document.body);
  expect(spanOf(range)).toEqual({ start: 0, end: text.length });
  const island = page.querySelector(".island p");
  if (!island) throw new Error("the page has one");
  range.selectNodeContents(island);
  expect(spanOf(range)).toBeNull();
  expect(caretOf(range)).toBeNull();
  range.setStart(page.querySelector("em")?.firstChild ?? page, 1);
  expect(caretOf(range)).toBe(text.indexOf("own"));
});
