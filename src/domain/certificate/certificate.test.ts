import { describe, expect, it, test } from "vitest";
import { LINES } from "../../../tests/support/hostileInputs.ts";
import { cleanLine } from "../text/typedText.ts";
import { certificateRowsSchema, readOwnCertificate } from "./certificate.ts";
import { holderNameFault } from "./holderName.ts";

const faultOf = (text: string) => holderNameFault(cleanLine(text));

describe("the name on a certificate", () => {
  it("may be written in any script", () => {
    for (const name of [
      "Zdzisław Ŵyn-Jones 山田太郎 مريم",
      "Ọlábísí Adébáyọ̀",
      "O’Brien-Ní Dhomhnaill",
      "Nguyễn Thị Minh Khai",
      "מרים",
      "ཚེ་རིང་",
      "می‌خواهم",
      "X",
      "𠮷野家",
      "Sukarno 3rd",
    ]) {
      expect([name, faultOf(name)]).toEqual([name, null]);
    }
  });

  it("is stored in composed form (NFC), trimmed and with single spaces", () => {
    expect(cleanLine(" \tAda\n  Obi\u00a0")).toBe("Ada Obi");
    expect(cleanLine("Zoe\u0308")).toBe("Zoë");
  });

  it("needs at least one letter and has at most 200 characters as the database counts them", () => {
    expect(faultOf("")).toMatch(/Enter your name/);
    expect(faultOf(" \u200b")).toMatch(/Enter your name/);
    expect(faultOf("007")).toMatch(/letter/);
    expect(faultOf("𠮷".repeat(200))).toBeNull();
    expect(faultOf("𠮷".repeat(201))).toMatch(/at most 200/);
  });

  it("cannot contain characters that no typeface has", () => {
    for (const code of [0xe000, 0xf8ff, 0xfffd]) {
      expect([code, faultOf(`Ada${String.fromCharCode(code)} Obi`)]).toEqual([code, expect.any(String)]);
    }
  });

  it.each(LINES)("is asked for again only if nothing visible is left: $about", ({ typed, clean }) => {
    expect(faultOf(typed)?.startsWith("Enter your name") ?? false).toBe(clean === "");
  });
});

test("certificate rows from either database can be parsed and state whether the name can be corrected", () => {
  const row = {
    id: "5f0e6a3c-6f0e-4a1b-8a52-3a3f5c1d2e4f",
    holder_name: "Ada Obi",
    issued_at: "2026-11-21 15:52:44.341+00",
    credential: "{}",
    revoked_at: null,
    revoked_reason: null,
  };
  const valid = { id: row.id, holderName: "Ada Obi", issuedAt: "2026-11-21T15:52:44.341Z", credential: "{}" };
  const revoked = {
    ...row,
    revoked_at: "2026-11-22T10:00:00.000001+00:00",
    revoked_reason: "name_corrected",
  };
  const own = (rows: unknown[]) => readOwnCertificate(certificateRowsSchema.parse(rows));
  expect(own([])).toEqual({ certificate: null, canCorrect: true, isWithdrawn: false });
  expect(own([row])).toEqual({ certificate: valid, canCorrect: true, isWithdrawn: false });
  expect(own([revoked, row])).toEqual({ certificate: valid, canCorrect: false, isWithdrawn: false });
  expect(own([{ ...revoked, revoked_reason: "refunded" }])).toEqual({
    certificate: null,
    canCorrect: true,
    isWithdrawn: false,
  });

  expect(own([{ ...revoked, revoked_reason: "withdrawn" }])).toMatchObject({ isWithdrawn: true });

  const both = certificateRowsSchema.parse([
    { ...row, kind: "capstone", id: "0195e0a0-0000-4000-8000-000000000009" },
    { ...revoked, kind: "completion" },
  ]);
  expect(readOwnCertificate(both, "completion")).toEqual({
    certificate: null,
    canCorrect: false,
    isWithdrawn: false,
  });
  expect(readOwnCertificate(both, "capstone")).toMatchObject({
    certificate: { id: "0195e0a0-0000-4000-8000-000000000009" },
    canCorrect: true,
  });
});
