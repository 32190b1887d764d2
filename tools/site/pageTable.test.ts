import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { matchRoutes } from "react-router-dom";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { PageRow } from "../../src/app/page.ts";
import { PAGES } from "../../src/app/pages.ts";
import { renderPages } from "../../src/app/prerender.tsx";
import { routesOf } from "../../src/app/routes.tsx";
import { clientRenderedBy } from "../../src/app/worker/clientRendered.ts";
import { documentOf, fileOf } from "./document.ts";
import { clientRenderedAddresses, moduleAt, type PageTable, readPageTable } from "./pageTable.ts";
import { sitemap } from "./sitemap.ts";

// Adds one row of each kind to the page table and checks everything derived from it. A page is registered nowhere else.

const ORIGIN = "https://academy.example";
const BUILT =
  '<html><head><title data-page-head>Shell</title></head><body><div id="root"></div></body></html>';

const Component = () => "Meet us in person";

const EVENTS: PageRow = {
  path: "/events",
  audience: "visitor",
  title: "Events",
  description: "When and where to meet us.",
  isPrerendered: true,
  load: async () => ({ Component }),
};
const DIARY: PageRow = { path: "/diary", audience: "learner", title: "Your diary", load: EVENTS.load };
const PLANTED: readonly PageRow[] = [...PAGES, EVENTS, DIARY];

/** The same two rows as source code, which the build reads. */
const SOURCE = `/* “Positions” count characters and not bytes… */
import { whatItSays } from "./texts.ts";
export const PAGES = [
  {
    path: "/events",
    audience: "visitor",
    title: "Events",
    description: whatItSays(),
    isPrerendered: true,
    load: () => import("../features/events/EventsPage.tsx"),
  },
  { path: "/diary", audience: "learner", title: "Your diary", load: () => import("./routes/diary.tsx") },
];
`;

let root: string;
let table: PageTable;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), "academy-table-"));
  mkdirSync(join(root, "src", "app"), { recursive: true });
  writeFileSync(
    join(root, "src/app/pages.ts"),
    SOURCE.replace("whatItSays()", '"When and where."').replace(/^import.*\n/m, ""),
  );
  writeFileSync(join(root, "src/app/mailPages.ts"), "export const MAIL_PAGES = [];\n");
  table = await readPageTable(root);
});
afterAll(() => rmSync(root, { recursive: true }));

test("a row in the page table creates a route for its page, inside the layout for its audience", () => {
  const routes = routesOf(PLANTED);
  const around = (address: string) => matchRoutes(routes, address)?.map(({ route }) => route) ?? [];
  expect(around("/events").at(-1)).toMatchObject({
    path: "/events",
    handle: { title: "Events", isFindable: true },
  });
  expect(around("/diary").at(-1)).toMatchObject({ path: "/diary", handle: { isFindable: false } });
  expect(around("/events")[1]).toBe(around("/academy")[1]);
  expect(around("/diary").slice(0, -1)).toEqual(around("/academy/dashboard").slice(0, -1));
});

test("a prerendered row in the page table produces a document with metadata, and a sitemap entry", async () => {
  const pages = await renderPages([...PLANTED.filter(({ path }) => path === "*"), EVENTS, DIARY]);
  expect(pages.map(({ address }) => address)).toEqual(["/events", "*"]);
  const [events] = pages;
  if (!events) throw new Error("no page was rendered");
  const html = documentOf({ ...events, built: BUILT, scripts: [] });
  expect(html).toContain(">Events · Responsible AI Academy</title>");
  expect(html).toContain('name="description" content="When and where to meet us."');
  expect(html).toContain("Meet us in person");
  expect(fileOf(events.address)).toBe("events.html");
  expect(sitemap(ORIGIN, [events.address])).toContain(`<loc>${ORIGIN}/events</loc>`);
});

test("a public page without a description stops the build with an error that names it", async () => {
  const nameless: PageRow = { ...EVENTS };
  delete nameless.description;
  await expect(renderPages([nameless])).rejects.toThrow("/events has no description");
});

test("the worker and the host answer with the shell for a row in the page table that is not prerendered", () => {
  expect(clientRenderedAddresses(table)).toEqual(["/diary"]);
  const isClientRendered = clientRenderedBy(clientRenderedAddresses(table));
  expect([isClientRendered("/diary"), isClientRendered("/events")]).toEqual([true, false]);
});

test("a row in the page table determines the module for the document's scripts and the size budget", () => {
  expect(moduleAt(table, "/events")).toBe("src/features/events/EventsPage.tsx");
  expect(moduleAt(table, "/diary")).toBe("src/app/routes/diary.tsx");
  expect(() => moduleAt(table, "/nowhere")).toThrow("/nowhere is not in the page table");
});
