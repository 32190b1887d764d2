// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { lessonPack } from "../../../tests/support/lessons.ts";
import { signInLearner, storedLesson } from "../../../tests/support/screens/learner.ts";
import { openRoutes } from "../../../tests/support/screens/openRoutes.tsx";
import { forgetIdentity } from "../../db/store/active.ts";
import { visitorDb } from "../../db/store/deviceDb.ts";
import type { LearnerDb } from "../../db/store/learnerDb.ts";
import { deleteNote, writeNote } from "../../db/synced/notes.ts";
import { outlineLesson } from "../../domain/course/course.ts";
import type { LessonPack } from "../../domain/course/pack.ts";
import type { LessonId } from "../../domain/ids.ts";
import { newNote } from "../../entities/note/note.ts";
import { followIdentity } from "../../platform/session/authStore.ts";
import { SearchPage } from "./SearchPage.tsx";

const HTML = `<p>Before any heading.</p>
<h2 id="s-idea-1-tokens">Idea 1: tokens</h2><p>A <a href="/academy/glossary#model">model</a> reads to<em>kens</em>.</p>
<dl><dt><dfn>Token</dfn></dt><dd><p>A piece.</p></dd></dl>
<section class="block block-case"><p class="block-kind">Case · 3 min</p>
<h3 class="block-title" id="s-the-kettle">The kettle</h3><p>Put it on.</p></section>
<p>After the case.</p>
<figure class="drawing"><svg><desc>Bars</desc></svg><figcaption>Likely words.</figcaption></figure>
<details class="fold"><summary><span class="fold-kind">Check yourself</span> Why?</summary><p>Kaitiakitanga &amp; care.</p></details>`;

const LESSON_2: LessonPack = {
  ...lessonPack("2"),
  html: HTML,
  terms: [{ term: "Token", definition: "A piece of a word." }],
  references: [{ term: "Māori", definition: "The people of Aotearoa." }],
  sheets: [
    { name: "triage", title: "Triage sheet", purpose: "To sort by risk.", html: "<p>Red.</p>", islands: [] },
  ],
};

let db: LearnerDb;
beforeEach(async () => {
  await forgetIdentity();
  await followIdentity();
  db = await signInLearner();
});

const keep = (...packs: LessonPack[]) => db.lessons.bulkPut(packs.map((pack) => storedLesson(pack)));

function open(address = "/academy/search", isLocked = (_: LessonId) => false, signedIn = true) {
  const routes = [
    { path: "/academy/search", element: <SearchPage isLocked={isLocked} signedIn={signedIn} /> },
  ];
  return openRoutes(routes, "/before", address).router;
}

const box = () => screen.findByRole<HTMLInputElement>("searchbox", { name: "Search for" });
const look = async (typed: string) => fireEvent.change(await box(), { target: { value: typed } });
const results = (group: string | RegExp) => screen.findByRole("region", { name: group });
const marks = (place: HTMLElement) => [...place.querySelectorAll("mark")].map((mark) => mark.textContent);

/** Each result as its name, URL and text. */
function listed(place: HTMLElement) {
  return within(place)
    .queryAllByRole("listitem")
    .map((item) => {
      const link = within(item).getByRole("link");
      return [link.textContent, link.getAttribute("href"), item.querySelector("p")?.textContent];
    });
}

test("the search finds words in lesson sections, sheets and the glossary", async () => {
  await keep(lessonPack("1"), LESSON_2);
  open();
  await look("tokens");
  const lesson = await results(/How Chatbots Write/);
  expect(listed(lesson)).toEqual([
    [
      "Idea 1: tokens",
      "/academy/course/ai-fluency?lesson=2#s-idea-1-tokens",
      "A model reads tokens. Token: A piece. After the case. Likely words. Why? Kaitiakitanga & care.",
    ],
  ]);
  expect(marks(lesson)).toEqual(["tokens", "tokens"]);
  screen.getByText("1 result", { selector: "[role=status]" });

  await look("kettle put");
  expect(listed(await results(/How Chatbots Write/))).toEqual([
    ["The kettle", "/academy/course/ai-fluency?lesson=2#s-the-kettle", "Put it on."],
  ]);

  await look("risk red");
  expect(listed(await results(/How Chatbots Write/))).toEqual([
    ["Triage sheet", "/academy/course/ai-fluency/sheet?name=triage", "To sort by risk. Red."],
  ]);

  await look("maori");
  const glossary = await results("Glossary");
  expect(listed(glossary)).toEqual([["Māori", "/academy/glossary#maori", "The people of Aotearoa."]]);
  expect(marks(glossary)).toEqual(["Māori"]);
});

test("the search puts a lesson whose title matches at the top and links to it", async () => {
  await keep(lessonPack("1"), { ...LESSON_2, html: '<h2 id="s-ethics">Whose ethics?</h2>' }, lessonPack("8"));
  open("/academy/search?q=whose+ethics");
  const first = (await screen.findAllByRole("heading", { level: 2 }))[0];
  expect(first?.textContent).toBe("Whose Ethics? Many Ways to Judge AI");
  expect(
    within(first as HTMLElement)
      .getByRole("link")
      .getAttribute("href"),
  ).toBe("/academy/course/ai-fluency?lesson=8");
  expect((await box()).value).toBe("whose ethics");
});

test("the search keeps its query in one history entry, so that Back leaves the page", async () => {
  await keep(LESSON_2);
  const router = open();
  await look("tok");
  await look("token ");
  await waitFor(() => expect(router.state.location.search).toBe("?q=token"));
  expect((await box()).value).toBe("token ");
  await act(() => router.navigate(-1));
  await screen.findByText("Another page");
  await act(() => router.navigate(1));
  expect((await box()).value).toBe("token");
  await results("Glossary");
});

test("the search finds the learner's notes and highlights, links to each of them, and omits deleted ones", async () => {
  await keep(LESSON_2);
  const quote = { quote: "the people of the land", prefix: "", suffix: "" };
  const onLesson2 = newNote("2", 1);
  await writeNote(onLesson2, { anchor: quote, colour: "ochre", body: "Ask my zebrafish club." });
  const onLesson4 = newNote("4", 1);
  await writeNote(onLesson4, { anchor: { ...quote, quote: "zebrafish" }, colour: "ochre", body: "" });
  const gone = newNote("2", 1);
  await writeNote(gone, { anchor: null, colour: null, body: "No zebrafish." });
  await deleteNote(gone);
  open("/academy/search?q=zebrafish");
  expect(listed(await results(/How Chatbots Write/))).toEqual([
    [
      "Your note",
      `/academy/course/ai-fluency?lesson=2#note-${onLesson2.noteId}`,
      "Ask my zebrafish club. · “the people of the land”",
    ],
  ]);
  expect(listed(await results(outlineLesson("4").title))).toEqual([
    ["Your highlight", `/academy/notes#note-${onLesson4.noteId}`, "zebrafish"],
  ]);
});

test("the search says which lessons were not searched because they are not on the device", async () => {
  await keep(...(["1", "2", "3", "5", "6", "7", "8", "10"] as const).map((id) => lessonPack(id)));
  open();
  await screen.findByText(/^Lessons 4, 9 and 11 are not on this device, so they were not searched\./);
  expect(screen.getByRole("link", { name: "Manage downloads" }).getAttribute("href")).toBe("/academy/device");
});

test("the search finds nothing in a locked lesson even if its text is on the device", async () => {
  await keep(lessonPack("1"), LESSON_2);
  open("/academy/search?q=kaitiakitanga", (id) => id !== "1");
  await screen.findByText("No results for all of these words");
  screen.getByText("Lessons 2 to 11 are for enrolled learners and are not searched.");
  await look("maori");
  await screen.findByText("0 results");
  await look("claim");
  await results(/What AI Is/);
  expect(document.body.textContent).not.toMatch(/Kaitiakitanga|Aotearoa/);
});

test("a visitor can search the free lesson and sees a message if it is not on the device", async () => {
  await forgetIdentity();
  await visitorDb().lessons.clear();
  open("/academy/search", (id) => id !== "1", false);
  await screen.findByText("There are no lessons on this device yet");
  await act(() => visitorDb().lessons.put(storedLesson(lessonPack("1"))));
  await look("claim");
  expect(listed(await results(/What AI Is/))).toEqual([
    [
      "After this lesson you will be able to",
      "/academy/course/ai-fluency?lesson=1#objectives-title",
      "Tell a claim from its source",
    ],
  ]);
});

test("a search without results suggests queries that have results", async () => {
  await keep(LESSON_2);
  const router = open();
  await look("kaitiakitnga xylophone");
  await screen.findByText("No results for all of these words");
  act(() => screen.getByRole("link", { name: "kaitiakitanga" }).click());
  await results(/How Chatbots Write/);
  expect(router.state.location.search).toBe("?q=kaitiakitanga");
  expect((await box()).value).toBe("kaitiakitanga");
});

test("the search shows the best results in a lesson, and the others on request with the focus on the first of them", async () => {
  const html = [1, 2, 3, 4, 5, 6].map((n) => `<h2 id="s-${n}">Part ${n}</h2><p>About bias.</p>`).join("");
  await keep({ ...LESSON_2, html });
  open("/academy/search?q=bias");
  const lesson = await results(/How Chatbots Write/);
  expect(listed(lesson)).toHaveLength(4);
  act(() =>
    within(lesson)
      .getByRole("button", { name: /^Show 2 more/ })
      .click(),
  );
  expect(listed(lesson)).toHaveLength(6);
  expect(document.activeElement?.textContent).toBe("Part 5");
});
