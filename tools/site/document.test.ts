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

test("a page's own title and tags stand in the head, where no other title is left", () => {
  const [head, body] = documentOf(PAGE).split("<body>");
  expect(head?.match(/<title.*<\/title>/g)).toEqual(["<title data-page-head>The course</title>"]);
  expect(head).toContain('<link data-page-head rel="canonical" href="/academy"/>');
  expect(head).toContain('<meta data-crawlers name="description" content="A course."/>');
  expect(body).not.toMatch(/<title|<link/);
});

test("a visitor without JavaScript reads the page and is not told to switch it on", () => {
  const html = documentOf(PAGE);
  expect(html).toContain("<h1>Costs $&amp;50</h1></div>");
  expect(html).not.toContain("noscript");
});

test("a browser finds on the root whose page it is and which scripts to ask for later", () => {
  const html = documentOf(PAGE);
  expect(html).toContain(
    '<div id="root" data-page="/academy" data-scripts="/assets/main-1.js /assets/page-1.js">',
  );
  expect(html).not.toContain("modulepreload");
});

test("whoever chose a theme sees no other first, nor a learner the landing page: the first script is waited for", () => {
  for (const html of [documentOf(PAGE), shellOf(BUILT, [])])
    expect(html).toContain('<script type="module" blocking="render" ');
});

test.each([
  ['<p style="color:red">', " style="],
  ["<script>run()</script>", "<script>"],
  ["<style>p{}</style>", "<style"],
])("a page with %s stops the build: the content policy would refuse it", (html, named) => {
  expect(() => documentOf({ ...PAGE, html })).toThrow(named);
});

test("a learner's shell asks for the app's scripts at once and holds no page", () => {
  const shell = shellOf(BUILT, ["/assets/main-1.js"]);
  expect(shell).toContain('<link rel="modulepreload" crossorigin href="/assets/main-1.js">');
  expect(shell).toContain('<div id="root"></div>');
  expect(shell).toContain("needs JavaScript");
});

test("any host finds a page's file by its address", () => {
  expect(["/", "/academy", "/academy/courses"].map(fileOf)).toEqual([
    "index.html",
    "academy.html",
    "academy/courses.html",
  ]);
});

test("cutting index.html loses nothing but the place of the page", () => {
  const { start, firstScript, styles, bodyStart, bodyEnd } = cutShell(BUILT);
  expect([start, firstScript, styles, bodyStart, '<div id="root"></div>', bodyEnd].join("")).toBe(BUILT);
  expect(firstScript).toBe('<script type="module" crossorigin src="/assets/index-1.js"></script>');
  expect(bodyStart.startsWith("</head>")).toBe(true);
  expect(() => cutShell(BUILT.replace("root", "stem"))).toThrow("index.html has no");
});

test("HTML of the player's document that the content policy would refuse stops the build", () => {
  expect(() => refuseInline('<p style="color:red">', "the player")).toThrow("the player holds  style=");
  expect(() => refuseInline("<p>Lesson</p>", "the player")).not.toThrow();
});
