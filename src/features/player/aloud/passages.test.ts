// @vitest-environment jsdom
import { expect, test } from "vitest";
import { passagesOf, rangeOf } from "./passages.ts";

function spoken(html: string): string[][] {
  const text = document.createElement("div");
  text.innerHTML = html;
  return passagesOf(text).map(({ sentences }) => sentences.map(({ words }) => words));
}

test("reading aloud covers every paragraph sentence by sentence, including links and emphasis", () => {
  expect(
    spoken("<h2>Tokens</h2>\n<p>A <em>token</em> is a <a href='#'>piece</a>. It has\n no meaning.</p>"),
  ).toEqual([["Tokens"], ["A token is a piece.", "It has no meaning."]]);
});

test("reading aloud covers nested lists in document order", () => {
  expect(spoken("<ul><li>Ask <ul><li>who</li><li>why</li></ul></li><li>Check</li></ul>")).toEqual([
    ["Ask"],
    ["who"],
    ["why"],
    ["Check"],
  ]);
});

test("reading aloud leaves out pictures, exercises and collapsed answers", () => {
  const html = `<p>Before</p><svg><text>Axis</text></svg><div class="island"><p>Type here</p></div>
    <details><summary>Why?</summary><p>Because.</p></details><details open><summary>How?</summary><p>So.</p></details>`;
  expect(spoken(html).flat()).toEqual(["Before", "Why?", "How?", "So."]);
});

test("reading aloud covers a question with its answers, and a reason only once it is shown", () => {
  const question = (why: string) => `<div class="island island-ask"><section><p>Which fits?</p>
    <ul><li><button class="ask-answer"><span>A rule</span><span class="sr-only">, right</span></button>${why}</li>
    <li><button class="ask-answer"><span>A model</span></button></li></ul><button class="ask-check">Check</button>
    <details class="ask-key"><summary>The answer</summary></details></section></div>`;
  expect(spoken(question("")).flat()).toEqual(["Which fits?", "A rule", "A model"]);
  expect(spoken(question("<p>It was written.</p>")).flat()).toEqual([
    "Which fits?",
    "A rule",
    "It was written.",
    "A model",
  ]);
});

test("each sentence knows its place in the document, across elements and line breaks", () => {
  const text = document.createElement("div");
  text.innerHTML = "<p>A <em>token</em> is a\n <a href='#'>piece</a>. It has\n no meaning.  </p>";
  const [passage] = passagesOf(text);
  expect(passage?.sentences.map((sentence) => rangeOf(sentence).toString())).toEqual([
    "A token is a\n piece.",
    "It has\n no meaning.",
  ]);
});
