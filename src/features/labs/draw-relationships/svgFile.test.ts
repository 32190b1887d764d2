// @vitest-environment jsdom
import { expect, test } from "vitest";
import { labData } from "../../../../tests/support/screens/labs.tsx";
import { dataSchema } from "./data.ts";
import { HEIGHT, labelOf, placesOf, positionAt, RADIUS, tiePath, WIDTH, wrapped } from "./geometry.ts";
import { MAX_PEOPLE } from "./limits.ts";
import { movedTo, newPerson, startWithExample } from "./map.ts";
import { escapeXml, svgFile } from "./svgFile.ts";

const start = startWithExample(dataSchema.parse(labData("draw-relationships")));
const parsed = (file: string) => new DOMParser().parseFromString(file, "image/svg+xml");
const textOf = (file: Document, css: string) => file.querySelector(css)?.textContent ?? "";

test("markup in a name or a duty becomes text", () => {
  expect(escapeXml(`<a href="x">&'`)).toBe("&lt;a href=&quot;x&quot;&gt;&amp;&#39;");
  const people = [newPerson("</title><script>1</script>"), newPerson("R&D"), newPerson("Crew")];
  const file = parsed(svgFile({ ...start, people, ties: [[1, 2, 0, "<b>&amp;", "]]>"]] }));
  expect(file.querySelector("parsererror, script, b")).toBeNull();
  expect(textOf(file, "title")).toBe("Relationships around </title><script>1</script>");
  expect(textOf(file, "desc")).toContain("R&D owes Crew: <b>&amp;. Crew owes R&D: ]]>.");
});

test("the file says everything that the map says, on white", () => {
  const file = parsed(svgFile(start));
  expect(textOf(file, "title")).toBe("Relationships around Repair planner (AI)");
  expect(textOf(file, "desc")).toMatch(/^6 people, groups and systems: Repair planner \(AI\); Office; /);
  const texts = [...file.querySelectorAll("text")].map(({ textContent }) => textContent);
  for (const [index, [name]] of start.people.entries()) expect(texts).toContain(`${index + 1} ${name}`);
  expect(texts.join(" ")).toContain("Office owes Tenants with the app: an answer within two days.");
  expect(file.querySelector("rect")?.getAttribute("fill")).toBe("#ffffff");
  // One line for each tie, and three in the key.
  expect(file.querySelectorAll("path")).toHaveLength(start.ties.length + 3);
  expect(svgFile(start)).toBe(svgFile(structuredClone(start)));
});

test("each state of a tie has its sign", () => {
  const path = (state: Parameters<typeof tiePath>[0]) => tiePath(state, { x: 0, y: 0 }, { x: 200, y: 0 });
  expect(path("joined").match(/M/g)).toHaveLength(2);
  expect(path("cut off").match(/M/g)).toHaveLength(4);
  expect(path("strained").match(/L/g)?.length).toBeGreaterThan(5);
  expect(tiePath("joined", { x: 0, y: 0 }, { x: 0, y: 0 })).toBe("");
});

test("people in the circle do not cover each other, and all are inside the picture", () => {
  const people = Array.from({ length: MAX_PEOPLE }, (_, index) => newPerson(`${index}`));
  const places = placesOf({ people });
  for (const [index, a] of places.entries()) {
    expect(Math.min(a.x, a.y, WIDTH - a.x, HEIGHT - a.y)).toBeGreaterThan(RADIUS);
    for (const b of places.slice(index + 1))
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(4 * RADIUS);
  }
});

test("a person who was moved is drawn there, and the others stay where they are", () => {
  const { x, y } = positionAt({ x: 120, y: 90 });
  const places = placesOf(movedTo(start, 2, x, y));
  expect(places[2]?.x).toBeCloseTo(120, -1);
  expect(places[2]?.y).toBeCloseTo(90, -1);
  expect(places.toSpliced(2, 1)).toEqual(placesOf(start).toSpliced(2, 1));
});

test("long names take two lines in a small map, and only numbers are left in a large one", () => {
  expect(wrapped("one two three", 7)).toEqual(["one two", "three"]);
  expect(wrapped("abcdefgh", 5)).toEqual(["abcde", "fgh"]);
  expect(labelOf("Office", 3)).toEqual(["Office"]);
  expect(labelOf("Neighbours of the data centre", 8)).toEqual(["Neighbours", "of the data…"]);
  expect(labelOf("Office", 9)).toEqual([]);
});
