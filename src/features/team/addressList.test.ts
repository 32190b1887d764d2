import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeFile, readAddressList } from "./addressList.ts";

const ADA_AND_BO = ["ada@x.org", "bo@y.org"];

test.each<[what: string, text: string, invalid?: string[]]>([
  ["one address on each line", "ada@x.org\r\n\r\nbo@y.org\n"],
  ["commas", "ada@x.org, bo@y.org"],
  ["semicolons with spaces", " ada@x.org ;bo@y.org; "],
  ["spaces", "ada@x.org bo@y.org"],
  ["cells copied from a row of a spreadsheet", "ada@x.org\tbo@y.org"],
  ["names with addresses in brackets", 'Ada Byron <ada@x.org>, "Bo, Dr" <bo@y.org>'],
  ["names that contain the separator", "Byron, Ada <ada@x.org>; Dee, Bo <bo@y.org>"],
  ["a table with a header", "Name,Email,Office\nAda,ada@x.org,Leeds\nBo,bo@y.org,York"],
  ["a table without a header", "Ada\tada@x.org\nBo\tbo@y.org"],
  ["a table with semicolons and quoted cells", '"Name";"E-mail"\n"Byron; Ada";"ada@x.org"\n"Bo";"bo@y.org"'],
  ["a table with a line break in a cell", 'Name,Email\n"Ada\nByron",ada@x.org\nBo,bo@y.org'],
  ["a table with empty cells and rows", "Email,Team\nada@x.org,\n,\nbo@y.org,North\n,South"],
  ["a table with a wrong address", "Name,Email\nAda,ada@x.org\nBo,bo@y.org\nCy,cy at z.org", ["cy at z.org"]],
  ["a list with a name that has no address", "ada@x.org, cy\nbo@y.org", ["cy"]],
  ["links to addresses and a byte order mark", "\ufeffmailto:ada@x.org\nbo@y.org"],
  ["names before addresses", "Ada Byron ada@x.org\nÉmile-Bo Dee bo@y.org\ncy d@z.org", ["cy d@z.org"]],
  ["a numbered list", "1. ada@x.org\n2. bo@y.org"],
  ["a list with bullets, quotation marks and full stops", "• 'ada@x.org'\n- (bo@y.org)."],
  ["an odd quotation mark", 'ada@x.org\n"cy\nbo@y.org', ['"cy']],
])("finds the addresses in %s (S-180)", (_what, text, invalid = []) => {
  expect(readAddressList(text)).toMatchObject({ addresses: ADA_AND_BO, invalid, repeated: [] });
});

test("of two columns with addresses the one that its header names is read, and the other is mentioned (S-180)", () => {
  const text = "Manager,Name,Email\nm@x.org,Ada,ada@x.org\nm@x.org,Bo,bo@y.org";
  expect(readAddressList(text)).toMatchObject({ addresses: ADA_AND_BO, leftOut: "Manager" });
});

test("two spellings of an address are one, and the second is named (S-180)", () => {
  expect(readAddressList("Ada@X.org\nada@x.ORG\nada＠x.org")).toMatchObject({
    addresses: ["Ada@X.org"],
    repeated: ["ada@x.ORG", "ada@x.org"],
  });
});

test("every entry of a list is an address, a repetition or wrong, in any separation: none is lost (S-180)", () => {
  const good = fc.nat({ max: 500 }).map((number) => `person${number}@team.example`);
  const wrong = fc.constantFrom(
    "no address",
    "two@@at.org",
    "@x.org",
    "x@",
    "a@b",
    "name",
    "a b@c.org",
    "1234",
  );
  const separator = fc.constantFrom("\n", "\r\n", ",", ";", "\t", "\n\n", " ; ");
  const entry = fc.oneof({ weight: 16, arbitrary: good }, { weight: 1, arbitrary: wrong });
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 530 }), separator, (entries, by) => {
      const { addresses, repeated, invalid } = readAddressList(entries.join(by));
      const isGood = (each: string) => each.startsWith("person");
      expect(new Set(addresses)).toEqual(new Set(entries.filter(isGood)));
      expect(addresses.length + repeated.length).toBe(entries.filter(isGood).length);
      // "two@@at.org" has two signs, which also separate addresses: it stays one wrong entry.
      expect(invalid).toHaveLength(entries.filter((each) => !isGood(each)).length);
    }),
  );
});

test("a long text without sense is read quickly", () => {
  for (const part of ['"', '",', '"\n', "@", "<@", "a,;\t"]) readAddressList(part.repeat(50_000));
});

test("any text can be pasted", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."a@.\"',;\t\n <>\u200b\u{1f600}") }), (text) => {
      const { addresses } = readAddressList(text);
      expect(new Set(addresses).size).toBe(addresses.length);
    }),
  );
});

const utf16 = (text: string, isLittle: boolean) => {
  const bytes = Buffer.from(`\ufeff${text}`, "utf16le");
  return new Uint8Array(isLittle ? bytes : bytes.swap16());
};

test("a file is read in the encodings of spreadsheet programs, and a workbook is refused (S-180)", () => {
  const text = "Zoë;zoe@x.org";
  expect(decodeFile(new TextEncoder().encode(`\ufeff${text}`))).toBe(text);
  expect(decodeFile(utf16(text, true))).toBe(text);
  expect(decodeFile(utf16(text, false))).toBe(text);
  expect(decodeFile(new Uint8Array(Buffer.from(text, "latin1")))).toBe(text);
  expect(decodeFile(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0, 8]))).toBeNull();
});
