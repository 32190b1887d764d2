import { describe, expect, it } from "vitest";
import { csvOf } from "./csv.ts";

/** The one cell of a file with this text, as a spreadsheet reads it. */
function read(text: string): string {
  const [, line = ""] = /^\ufeff"Name"\r\n([\s\S]*)\r\n$/.exec(csvOf(["Name"], [[text]])) ?? [];
  expect(line).toMatch(/^"(?:[^"]|"")*"$/);
  return line.slice(1, -1).replaceAll('""', '"');
}

describe("a text in a file for spreadsheets", () => {
  it.each([
    '=HYPERLINK("https://evil.example","Click")',
    "+44 20 7946 0000",
    "-1",
    "@SUM(A1:A9)",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    "\tplain",
    "  =1+1",
    '"=1+1',
    '""=1+1',
    "'=1+1",
    "＝1+1",
    "＠SUM(1)",
    "\ufeff=1+1",
    "%0A=1",
    "|calc",
  ])("does not begin with what starts a formula: %j", (text) => {
    expect(read(text)).toBe(`'${text}`);
  });

  it.each(["Ada Obi", "O'Neil", "a=b", 'She said "hi"', "line\nbreak", "a,b;c\td", "", "Zoë Ålund 山田"])(
    "is otherwise kept as it is: %j",
    (text) => {
      expect(read(text)).toBe(text);
    },
  );

  it.each([
    ["@SUM;=1+1", "'@SUM;'=1+1"],
    ["Ada;=1+1;", "Ada;'=1+1;"],
    ["Ada\t -1", "Ada\t' -1"],
    ["Ada\r\n=1+1", "Ada\r\n'=1+1"],
    ['Ada;"=1+1"', `Ada;'"=1+1"`],
  ])(
    "begins no formula either where a spreadsheet that separates by other characters splits it: %j",
    (text, cell) => {
      expect(read(text)).toBe(cell);
    },
  );

  it("cannot begin another cell or another line", () => {
    const file = csvOf(["A", "B"], [['x","=1+1', 'y"\r\n"=2']]);
    expect(file).toBe(`\ufeff"A","B"\r\n"x"",""=1+1","y""\r\n'""=2"\r\n`);
  });
});

it("amounts and times are bare, so that a spreadsheet calculates with them", () => {
  const cells = [{ pence: 102000 }, { pence: 5 }, { at: "2026-11-20T09:00:00.123+01:00" }, { at: null }];
  expect(csvOf(["A"], [cells]).split("\r\n")[1]).toBe("1020.00,0.05,2026-11-20 08:00:00,");
});
