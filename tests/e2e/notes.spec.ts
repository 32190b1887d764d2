import { readFile } from "node:fs/promises";
import { expect, type Page } from "@playwright/test";
import { test } from "./support/academyTest.ts";
import { expectAccessible } from "./support/accessible.ts";
import { goBackstage } from "./support/backstage.ts";
import { becomeMember, MEMBER_PASSWORD } from "./support/member.ts";
import { waitForWorker, watchPage } from "./support/page.ts";
import { signIn } from "./support/shop.ts";
import { readWholeLessons } from "./support/wholeLesson.ts";

const LESSON = "/academy/course/ai-fluency?lesson=1";

test.beforeEach(({ context }) => readWholeLessons(context));

const EMAIL = "annotator@example.org";

/** Selects the first words of a paragraph, as with a mouse, and returns them. */
function select(page: Page, paragraph: number): Promise<string> {
  return page
    .locator(".prose > p")
    .nth(paragraph)
    .evaluate((element) => {
      const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
      if (!(node instanceof Text)) throw new Error("the paragraph does not begin with words");
      const words = node.data.split(" ").slice(0, 3).join(" ");
      getSelection()?.setBaseAndExtent(node, 0, node, words.length);
      return words;
    });
}

const drawn = (page: Page) =>
  page.evaluate(() =>
    [...CSS.highlights.values()]
      .flatMap((each) => [...each])
      .map(String)
      .sort(),
  );
const noteOf = (page: Page, words: string) => page.getByRole("listitem").filter({ hasText: words });
const openLesson = async (page: Page) => {
  await page.goto(LESSON);
  await expect(page.getByRole("button", { name: "Write a note on this lesson" })).toBeVisible();
};

test("a learner's offline highlights and notes survive a reload and sync to another device", {
  tag: "@deep",
}, async ({ academy, browser, context, page }) => {
  const faults = watchPage(page);
  await becomeMember(page, await goBackstage(academy), EMAIL);
  await openLesson(page);
  await waitForWorker(page);
  let first = "";
  let second = "";

  await test.step("adds a note offline with the mouse", async () => {
    await context.setOffline(true);
    first = await select(page, 0);
    await page
      .getByRole("toolbar", { name: "Selected words" })
      .getByRole("button", { name: "Add note" })
      .click();
    await page.getByRole("textbox", { name: "Note" }).fill("Ask who can say no.");
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(
      noteOf(page, first).getByRole("paragraph").filter({ hasText: "Ask who can say no." }),
    ).toBeVisible();
    expect(await drawn(page)).toEqual([first]);
  });

  await test.step("highlights words offline with the keyboard", async () => {
    second = await select(page, 2);
    await page.keyboard.press("Alt+Shift+N");
    await expect(page.getByRole("button", { name: "Highlight" })).toBeFocused();
    await expectAccessible(page, [320, 1280]);
    await page.keyboard.press("Enter");
    await expect(noteOf(page, second)).toBeVisible();
    await expect(page.getByRole("toolbar")).toHaveCount(0);
  });

  await test.step("deletes and restores a highlight offline by pressing it, and the page does not scroll", async () => {
    await page
      .locator(".prose > p")
      .nth(2)
      .click({ position: { x: 6, y: 10 } });
    const before = await page.evaluate(() => scrollY);
    await page
      .getByRole("toolbar", { name: "Highlighted words" })
      .getByRole("button", { name: "Delete" })
      .click();
    await expect(noteOf(page, second)).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(noteOf(page, second)).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(before);
  });

  await test.step("sees the note and the highlight at the same place after a reload", async () => {
    await page.reload();
    await expect(noteOf(page, second)).toBeVisible();
    expect(await drawn(page)).toEqual([first, second].sort());
    await noteOf(page, first).getByRole("button", { name: "Show in the text" }).click();
    await expect(page.locator(".prose > p").first()).toBeFocused();
  });

  await test.step("sees the note and the highlight on another device, deletes one of them, restores it and deletes it again", async () => {
    await context.setOffline(false);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    const other = await browser.newContext({ baseURL: academy.url });
    await readWholeLessons(other);
    const laptop = await other.newPage();
    await laptop.goto("/auth");
    await signIn(laptop, EMAIL, MEMBER_PASSWORD);
    await expect(laptop).toHaveURL("/academy/courses");
    await laptop.goto("/academy/notes");
    await expect(laptop.getByRole("paragraph").filter({ hasText: "Ask who can say no." })).toBeVisible();
    await expectAccessible(laptop, [320, 1280]);
    await noteOf(laptop, second).getByRole("button", { name: "Delete" }).click();
    await expect(laptop.getByRole("button", { name: "Undo" })).toBeFocused();
    await laptop.keyboard.press("Enter");
    await expect(noteOf(laptop, second)).toBeVisible();
    await noteOf(laptop, second).getByRole("button", { name: "Delete" }).click();
    await expect(laptop.getByRole("button", { name: "Undo" })).toBeFocused();
    const download = laptop.waitForEvent("download");
    await laptop.getByRole("button", { name: "Download as Markdown" }).click();
    const text = await readFile(await (await download).path(), "utf8");
    expect(text).toContain(`> ${first}\n\nAsk who can say no.\n`);
    expect(text).not.toContain(second);
    await noteOf(laptop, first)
      .getByRole("link", { name: /Open in the lesson/ })
      .click();
    await expect(laptop.locator(".prose > p").first()).toBeFocused();
    await expect.poll(() => drawn(laptop)).toEqual([first]);
    await other.close();
  });
  expect(faults).toEqual([]);
});
