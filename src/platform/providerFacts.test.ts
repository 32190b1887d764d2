// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from "vitest";
import { initialFacts } from "../domain/provider/facts.ts";

const { facts } = initialFacts();
const versionOf = (version: number) => ({ version, facts: { ...facts, legalName: `Version ${version}` } });
const KEY = "academy-facts";
const store = (value: unknown) => localStorage.setItem(KEY, JSON.stringify(value));

/** A new page load, on which the server answers like this. */
async function open(answer: () => Response) {
  vi.resetModules();
  vi.stubGlobal("fetch", async () => answer());
  const { renewFacts, showStoredFacts } = await import("./renewFacts.ts");
  const { currentFacts } = await import("./providerFacts.ts");
  return { renewFacts, showStoredFacts, currentFacts };
}
const offline = () => {
  throw new TypeError("Failed to fetch");
};

beforeEach(() => {
  vi.unstubAllEnvs();
  localStorage.clear();
});

test("an academy that has saved nothing, or an error, changes nothing", async () => {
  store(versionOf(2));
  for (const answer of [() => Response.json(null), () => Response.json({}, { status: 500 })]) {
    const { showStoredFacts, renewFacts, currentFacts } = await open(answer);
    showStoredFacts();
    await renewFacts();
    expect(currentFacts()).toEqual(versionOf(2));
  }
});

test("the first saved version replaces the initial facts", async () => {
  const { renewFacts, currentFacts } = await open(() => Response.json(versionOf(1)));
  await renewFacts();
  expect(currentFacts()).toEqual(versionOf(1));
});

test("a release with newer facts than the device has received shows its own", async () => {
  store(versionOf(2));
  vi.stubEnv("VITE_PROVIDER_FACTS", JSON.stringify(versionOf(3)));
  const { showStoredFacts, currentFacts } = await open(offline);
  showStoredFacts();
  expect(currentFacts()).toEqual(versionOf(3));
});

test.each([
  ["{"],
  [JSON.stringify({ version: "2", facts })],
  [JSON.stringify({ version: 2, facts: { legalName: 1 } })],
  [JSON.stringify({ version: 2, facts: { socialLinks: [null] } })],
])("a damaged entry on the device is ignored: %s", async (damaged) => {
  localStorage.setItem(KEY, damaged);
  const { showStoredFacts, currentFacts } = await open(offline);
  showStoredFacts();
  expect(currentFacts()).toEqual(initialFacts());
});

test("facts that were saved before a field existed have its initial value", async () => {
  const { forumUrl: _, ...older } = versionOf(2).facts;
  store({ version: 2, facts: older });
  const { showStoredFacts, currentFacts } = await open(offline);
  showStoredFacts();
  expect(currentFacts()).toEqual(versionOf(2));
});
