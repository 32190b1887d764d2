import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { labData } from "../../../../tests/support/screens/labs.tsx";
import { dataSchema, type TraceItData } from "./data.ts";
import {
  agreedCount,
  agreedPictures,
  begin,
  searchLibrary,
  stateSchema,
  supportedCount,
  type TraceItState,
  withPicture,
  withVerdict,
} from "./trace.ts";

const data = dataSchema.parse(labData("trace-it"));
const { documents, claims, pictures } = data;
const schema = stateSchema(data);
const TEXT = readFileSync(
  join(import.meta.dirname, "../../../../content/labs/trace-it/lab.md"),
  "utf8",
).toLowerCase();
const found = (query: string) => searchLibrary(documents, query).map(({ id }) => id);
const document = (id: string) => {
  const text = documents.find((each) => each.id === id)?.text;
  if (!text) throw new Error(`There is no document ${id}.`);
  return text;
};
const complaints = (changed: unknown) =>
  dataSchema.safeParse(changed).error?.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
const withClaim = (index: number, fields: Partial<TraceItData["claims"][number]>) => ({
  ...data,
  claims: claims.map((each, at) => (at === index ? { ...each, ...fields } : each)),
});
const withPictureChanged = (index: number, fields: Partial<TraceItData["pictures"][number]>) => ({
  ...data,
  pictures: pictures.map((each, at) => (at === index ? { ...each, ...fields } : each)),
});

/** The state of a learner who answers everything as the lab does. */
function allRight(): TraceItState {
  let state: TraceItState = { ...begin(), guess: 2 };
  for (const { verdict } of claims)
    state = { ...withVerdict(state, verdict), readClaims: state.readClaims + 1 };
  for (const { eu, cap } of pictures)
    state = { ...withPicture(state, eu, cap), readPictures: state.readPictures + 1 };
  return state;
}

test("the counts in the text of the lab are those of the data", () => {
  const words = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
  ];
  expect(TEXT).toContain(`all ${words[claims.length]} claims looked alike`);
  expect(TEXT).toContain(
    `all ${words[documents.length]} documents and all ${words[pictures.length]} pictures`,
  );
});

test("two of eight claims are supported, three sources say something else, two do not exist and one leaves it open", () => {
  expect(supportedCount(data)).toBe(2);
  expect(claims.map(({ verdict }) => verdict).sort()).toEqual([
    "missing",
    "missing",
    "other",
    "other",
    "other",
    "supported",
    "supported",
    "unknown",
  ]);
});

test("one document that no claim cites is about three people who stopped coming, as the text says", () => {
  expect(claims.map(({ document: id }) => id)).not.toContain("spaces");
  expect(document("spaces")).toContain("Three of our members have stopped coming on Saturdays.");
});

test("the numbers of the claims follow from those in the documents", () => {
  const [carFree, other] = document("counts")
    .match(/\d,\d{3}/g)
    ?.map((number) => Number(number.replace(",", ""))) ?? [0, 1];
  expect(Math.round(100 * ((carFree ?? 0) / (other ?? 1) - 1))).toBe(27);
  const [asked, answered, more, same, less, silent] = document("takings").match(/\d+/g)?.map(Number) ?? [];
  expect((more ?? 0) + (same ?? 0) + (less ?? 0)).toBe(answered);
  expect((asked ?? 0) - (answered ?? 0)).toBe(silent);
  const [guessed, customers, byCar, share] = document("arrive").match(/\d+/g)?.map(Number) ?? [];
  expect([guessed, (100 * (byCar ?? 0)) / (customers ?? 1)]).toEqual([58, share]);
});

test("every cited document is found by its author and by its title, and a missing one by neither", () => {
  for (const { cites, document: id } of claims) {
    if (id === null) {
      expect([cites.title, found(cites.title)]).toEqual([cites.title, []]);
      continue;
    }
    expect(found(cites.author)).toContain(id);
    expect(found(cites.title)).toContain(id);
  }
  expect(found("Okoro")).toEqual(["walk", "air"]);
  for (const query of ["Institute for Living Centres", "140", "Journal", "Okoro walkable"])
    expect([query, found(query)]).toEqual([query, []]);
});

test("the search ignores capitals, punctuation and the commas of numbers, and needs every word", () => {
  expect(found("TRADERS’ association")).toEqual(["arrive", "takings"]);
  expect(found("traders' takings")).toEqual(["takings"]);
  expect(found("4191")).toEqual(["counts"]);
  expect(found("permanent, withdrawn")).toEqual(["decision"]);
  expect(found("  ")).toHaveLength(documents.length);
});

test("one picture has no record, one has a record that contradicts its caption, and one reaches nobody in the EU", () => {
  expect(pictures.filter(({ record }) => record === null).map(({ name }) => name)).toEqual([
    "The queue at the ice-cream shop",
  ]);
  expect(pictures.filter(({ reachesEu }) => !reachesEu).map(({ name }) => name)).toEqual(["The play corner"]);
  const full = pictures.find(({ cap }) => cap === "change");
  expect([full?.caption, full?.record?.edits.at(-1)]).toEqual([
    "Harbour Street last Saturday.",
    "About 300 people added with an AI fill tool",
  ]);
});

test("a deepfake can be one that a label rescues or not, and a picture outside the EU can need a label, as the text says", () => {
  const pairs = pictures.map(({ eu, cap }) => `${eu} ${cap}`);
  expect(pairs).toEqual(expect.arrayContaining(["fake change", "fake label", "outside label"]));
});

test("a learner who answers everything as the lab does agrees eight and five times", () => {
  const state = allRight();
  expect(schema.safeParse(state).success).toBe(true);
  expect([agreedCount(data, state), agreedPictures(data, state)]).toEqual([8, 5]);
  expect([agreedCount(data, begin()), agreedPictures(data, begin())]).toEqual([0, 0]);
});

test("a picture counts as agreed only if both answers agree", () => {
  const [first] = pictures;
  if (!first) throw new Error("There is no picture.");
  const readAll = { ...allRight(), pictures: "", readPictures: 0 };
  expect(agreedPictures(data, withPicture(readAll, first.eu, first.cap))).toBe(1);
  expect(agreedPictures(data, withPicture(readAll, first.eu, "unknown"))).toBe(0);
  expect(agreedPictures(data, withPicture(readAll, "unknown", first.cap))).toBe(0);
});

test("the longest state is far below 4,000 characters, and states that skip an explanation are rejected", () => {
  const state = allRight();
  expect(JSON.stringify(state).length).toBeLessThan(150);
  expect(schema.safeParse({ ...state, readClaims: 6 }).success).toBe(false);
  expect(schema.safeParse({ ...state, readPictures: 6 }).success).toBe(false);
  expect(schema.safeParse({ ...state, claims: "0000", readClaims: 4 }).success).toBe(false);
  expect(schema.safeParse({ ...state, claims: `${state.claims}0` }).success).toBe(false);
  expect(schema.safeParse({ ...state, pictures: "000" }).success).toBe(false);
});

test("a claim must name a document of the library with its own words, or declare it missing", () => {
  expect(complaints(withClaim(0, { document: "nowhere" }))).toContain(
    "claims.0.document is not in the library",
  );
  expect(complaints(withClaim(0, { document: null }))).toEqual([
    'claims.0.verdict must be "missing" if and only if no document is named',
    "claims.0.cites is declared missing, but the library has a document with this title",
    "claims.0.quote cannot come from a missing document",
  ]);
  expect(complaints(withClaim(1, { verdict: "supported" }))).toEqual([
    'claims.1.verdict must be "missing" if and only if no document is named',
  ]);
  expect(complaints(withClaim(0, { quote: "On seven Saturdays" }))).toEqual([
    "claims.0.quote must be a passage of the document, word for word",
  ]);
  expect(complaints(withClaim(0, { document: "noise" }))).toContain(
    'claims.0.cites differs from the document in its title: "Noise in Harbour Street"',
  );
});

test("a library with two documents of the same id is rejected", () => {
  const [first] = documents;
  expect(complaints({ ...data, documents: [...documents, first] })).toEqual([
    "documents.11.id is used twice",
  ]);
});

test("the answers on a picture must fit its record and its audience", () => {
  expect(complaints(withPictureChanged(1, { record: null }))).toEqual([
    'pictures.1.record must be null if and only if both answers are "unknown"',
  ]);
  expect(complaints(withPictureChanged(3, { cap: "none" }))).toEqual([
    'pictures.3.record must be null if and only if both answers are "unknown"',
  ]);
  expect(complaints(withPictureChanged(2, { reachesEu: true }))).toEqual([
    "pictures.2.eu contradicts `reachesEu`",
  ]);
  const camera = { maker: "A photographer", tool: "Camera", usesAi: false, edits: [] };
  expect(complaints(withPictureChanged(1, { record: camera }))).toEqual([
    "pictures.1.eu calls a picture without AI a deepfake",
  ]);
});
