import { expect, test } from "vitest";
import { splitHtml } from "./splitHtml.ts";

test.each([
  ["<h2>A</h2>\n<p>B</p>\n<p>C</p>", "<h2>A</h2>\n<p>B</p>"],
  ["<h2>A</h2><section><p>B</p><p>C</p></section><p>D</p>", "<h2>A</h2><section><p>B</p><p>C</p></section>"],
  ['<p title="1 > 0 </p>">A<br>B</p><hr><p>C</p>', '<p title="1 > 0 </p>">A<br>B</p><hr>'],
  [
    '<svg><path d="M0 0"/><path d="M1 1" /></svg><p>A</p><p>B</p>',
    '<svg><path d="M0 0"/><path d="M1 1" /></svg><p>A</p>',
  ],
])("%s is parted after its second element", (html, first) => {
  expect(splitHtml(html, 2)).toEqual([first, html.slice(first.length)]);
});

test.each(["", "words", "<p>A</p>", "<section><p>A</p><p>B</p>"])("%j stays whole", (html) => {
  expect(splitHtml(html, 2)).toEqual([html, ""]);
});
