import { expect, test } from "vitest";
import { cutShell, documentOf, fileOf, refuseInline, shellOf } from "./document.ts";

const BUILT = `<!doctype html>
<html lang="en-GB">
  <head>
    <meta charset="utf-8" />
    <title data-page-head>The academy</title>
    <script type="module" crossorigin src="/assets/index-1.js"></script>
  </head>
  <body>
    <div id="root"></div>
    <noscript data-page-head><p>The academy needs JavaScript.</p></noscript>
  </body>
</html>
`;
const PAGE = {
  built: BUILT,
  address: "/academy",
  html: '<title>The course</title><link rel="canonical" href="/academy"/><h1>Costs $&amp;50</h1>',
  crawlerTags: '<meta name="description" content="A course."/>',
  scripts: ["/assets/main-1.js", "/assets/page-1.js"],
};

test("the head contains the page's own title and tags, and no other title", () => {
  const [head, body] = documentOf(PAGE).split("<body>");
  expect(head?.match(/<title.*<\/title>/g)).toEqual(["<title data-page-head>The course</title>"]);
  expect(head).toContain('<link data-page-head rel="canonical" href="/academy"/>');
  expect(head).toContain('<meta data-crawlers name="description" content="A course."/>');
  expect(body).not.toMatch(/<title|<link/);
});

test("a document does not ask the reader to enable JavaScript, because it is readable without it", () => {
  const html = documentOf(PAGE);
  expect(html).toContain("<h1>Costs $&amp;50</h1></div>");
  expect(html).not.toContain("noscript");
});

test("the root element names the page's address and the scripts to load later", () => {
  const html = documentOf(PAGE);
  expect(html).toContain(
    '<div id="root" data-page="/academy" data-scripts="/assets/main-1.js /assets/page-1.js">',
  );
  expect(html).not.toContain("modulepreload");
});

test("the first script blocks rendering, so a chosen theme and a learner's redirect apply before the first paint", () => {
  for (const html of [documentOf(PAGE), shellOf(BUILT, [])])
    expect(html).toContain('<script type="module" blocking="render" ');
});

test.each([
  ['<p style="color:red">', " style="],
  ["<script>run()</script>", "<script>"],
  ["<style>p{}</style>", "<style"],
])("a page with %s stops the build, because the content policy would block it", (html, named) => {
  expect(() => documentOf({ ...PAGE, html })).toThrow(named);
});

test("the shell preloads the app's scripts and contains no page", () => {
  const shell = shellOf(BUILT, ["/assets/main-1.js"]);
  expect(shell).toContain('<link rel="modulepreload" crossorigin href="/assets/main-1.js">');
  expect(shell).toContain('<div id="root"></div>');
  expect(shell).toContain("needs JavaScript");
});

test("the file of a page is named after its address, so that any host finds it", () => {
  expect(["/", "/academy", "/academy/courses"].map(fileOf)).toEqual([
    "index.html",
    "academy.html",
    "academy/courses.html",
  ]);
});

test("splitting index.html removes only the placeholder for the page", () => {
  const { start, firstScript, styles, bodyStart, bodyEnd } = cutShell(BUILT);
  expect([start, firstScript, styles, bodyStart, '<div id="root"></div>', bodyEnd].join("")).toBe(BUILT);
  expect(firstScript).toBe('<script type="module" crossorigin src="/assets/index-1.js"></script>');
  expect(bodyStart.startsWith("</head>")).toBe(true);
  expect(() => cutShell(BUILT.replace("root", "stem"))).toThrow("index.html has no");
});

test("the build stops when the player's document has HTML that the content policy would block", () => {
  expect(() => refuseInline('<p style="color:red">', "the player")).toThrow("the player contains  style=");
  expect(() => refuseInline("<p>Lesson</p>", "the player")).not.toThrow();
});
