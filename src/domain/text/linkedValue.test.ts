import { expect, test } from "vitest";
import { LINK_ENDS } from "../../../tests/support/hostileInputs.ts";
import { certificateNumber, linkedName, linkedTitle } from "./linkedValue.ts";

const ID = "0195e0a0-0000-7000-8000-000000000000";

test.each(LINK_ENDS)("a certificate number is found in a link that ends in %j", (end) => {
  expect(certificateNumber(`${ID}${end}`)).toBe(ID);
  expect(certificateNumber(`${ID.toUpperCase()}${end}`)).toBe(ID);
});

test.each([`<${ID}`, `\u200b${ID}`, ID.replaceAll("-", "\u2011"), ID.replace("-7000", "-\u00a07000")])(
  "a certificate number is found in %j",
  (part) => {
    expect(certificateNumber(part)).toBe(ID);
  },
);

test.each(["", "none", ID.slice(0, -1), `${ID}0`, `a${ID}`, ID.replaceAll("-", ""), "\0", "../admin"])(
  "%j cannot be a certificate number",
  (part) => {
    expect(certificateNumber(part)).toBeNull();
  },
);

test.each(LINK_ENDS)("the lesson, lab or sheet of a link is found if it ends in %j", (end) => {
  const query = new URLSearchParams({ lesson: `5${end}`, name: `sort-mail${end}` });
  expect(linkedName(query, "lesson")).toBe("5");
  expect(linkedName(query, "name")).toBe("sort-mail");
  expect(linkedName(query, "step")).toBeNull();
});

test.each([
  ["name=ai-policy", "AI policy"],
  ["name=buying-ai", "Buying AI"],
  ["name=trace-it", "Trace it"],
  ["name=", null],
  ["", null],
])("the title of a page with the address %j is %j", (query, title) => {
  expect(linkedTitle(new URLSearchParams(query))).toBe(title);
});
