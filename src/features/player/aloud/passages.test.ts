// @vitest-environment jsdom
import { expect, test } from "vitest";
import { passagesOf } from "./passages.ts";

function spoken(html: string): string[][] {
  const text = document.createElement("div");
  text.innerHTML = html;
  return passagesOf(text).map(({ sentences }) => sentences);
}

test("a listener hears every paragraph, sentence by sentence, links and emphasis included", () => {
  expect(
    spoken("<h2>Tokens</h2>\n<p>A <em>token</em> is a <a href='#'>piece</a>. It has\n no meaning.</p>"),
  ).toEqual([["Tokens"], ["A token is a piece.", "It has no meaning."]]);
});

test("a listener hears a list within a list in its order", () => {
  expect(spoken("<ul><li>Ask <ul><li>who</li><li>why</li></ul></li><li>Check</li></ul>")).toEqual([
    ["Ask"],
    ["who"],
    ["why"],
    ["Check"],
  ]);
});

test("a listener does not hear pictures, exercises, or an answer that is still folded away", () => {
  const html = `<p>Before</p><svg><text>Axis</text></svg><div class="island"><p>Type here</p></div>
    <details><summary>Why?</summary><p>Because.</p></details><details open><summary>How?</summary><p>So.</p></details>`;
  expect(spoken(html).flat()).toEqual(["Before", "Why?", "How?", "So."]);
});
