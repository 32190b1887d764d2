import { expect } from "@playwright/test";
import type { Driver } from "./driver.ts";
import { INSTALLED, test } from "./engineTest.ts";
import { becomeLearner, expectInPage, expectText, fill, openLesson, press } from "./steps.ts";
import { button, field } from "./target.ts";

const BAR = "[role=toolbar]";
const BODY = "Ask who can say no.";

for (const engine of INSTALLED) {
  test(`${engine}: a learner highlights words, writes a note, jumps to the place in the text, and finds both after a reload`, {
    tag: "@deep",
  }, async ({ academy, openDevice }) => {
    const device = await openDevice(engine);
    const learner = await becomeLearner(device, academy, `notes.${engine.toLowerCase()}@example.org`);
    await openLesson(device, academy, "1");
    await expectText(device, "Write a note on this lesson");

    const noted = await select(device, 0);
    await press(device, button("Add note", BAR));
    await expectInPage(
      device,
      "the dialog opens on its text",
      () => document.activeElement?.matches("dialog[open] textarea") ?? false,
    );
    await fill(device, field(/^Note/, "dialog"), BODY);
    await press(device, button("Save note", "dialog"));
    await expectText(device, BODY);
    await expectReadingAt(device, 0);
    await expectUnderlines(device);

    const highlighted = await select(device, 2);
    await press(device, button("Highlight", BAR));
    await expectHighlights(device, [noted, highlighted]);

    await device.reload();
    await expectText(device, BODY);
    await expectHighlights(device, [noted, highlighted]);
    await press(device, button(/^Show in the text/, "li[id^=note-]:first-child"));
    await expectReadingAt(device, 0);

    await expect(async () => {
      const { data } = await learner.from("study_rows").select("content").eq("kind", "note");
      expect((data ?? []).map(({ content }) => content.body)).toContain(BODY);
    }).toPass();
  });
}

/** Selects the first words of a paragraph, as with a mouse, and returns them. */
function select(device: Driver, paragraph: number): Promise<string> {
  return device.evaluate((index) => {
    const element = document.querySelectorAll(".prose > p")[index];
    const node = element && document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
    element?.scrollIntoView({ block: "center" });
    if (!(node instanceof Text)) throw new Error("the paragraph does not begin with words");
    const words = node.data.split(" ").slice(0, 3).join(" ");
    getSelection()?.setBaseAndExtent(node, 0, node, words.length);
    return words;
  }, paragraph);
}

function expectHighlights(device: Driver, words: string[]): Promise<void> {
  return expectInPage(
    device,
    `${words} are highlighted`,
    (expected) => {
      const drawn = [...CSS.highlights.values()].flatMap((each) => [...each]).map(String);
      return drawn.sort().join("|") === expected;
    },
    words.toSorted().join("|"),
  );
}

/** The kinds of notes differ by underline style, not only by colour (WCAG 1.4.1). WebKit ignores the shorthand. */
async function expectUnderlines(device: Driver): Promise<void> {
  const lines = await device.evaluate(() => {
    const found: Record<string, string> = {};
    const [range] = [...CSS.highlights.values()].flatMap((each) => [...each]);
    const text = range?.startContainer.parentElement;
    const look = (rules: CSSRuleList): void => {
      for (const rule of rules) {
        const selector = rule instanceof CSSStyleRule ? rule.selectorText : "";
        const [, elements, name] = selector.match(/^(.+)::highlight\(note-(\w+)\)$/) ?? [];
        if (rule instanceof CSSStyleRule && elements && name && text?.matches(elements))
          found[name] = [
            rule.style.getPropertyValue("text-decoration-line"),
            rule.style.getPropertyValue("text-decoration-style"),
          ].join(" ");
        if ("cssRules" in rule) look(rule.cssRules as CSSRuleList);
      }
    };
    for (const sheet of document.styleSheets) look(sheet.cssRules);
    return found;
  });
  expect(lines).toEqual({
    ochre: "underline solid",
    indigo: "underline dotted",
    forest: "underline dashed",
  });
}

/** Expects the paragraph to be in view and to have the focus, so keyboard and screen readers continue from it. */
function expectReadingAt(device: Driver, paragraph: number): Promise<void> {
  return expectInPage(
    device,
    `the focus is on paragraph ${paragraph}, in view`,
    (index) => {
      const element = document.querySelectorAll(".prose > p")[index];
      const { top = -1, bottom = 0 } = element?.getBoundingClientRect() ?? {};
      return document.activeElement === element && bottom > 0 && top < innerHeight;
    },
    paragraph,
  );
}
