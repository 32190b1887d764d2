import { expect, type Page } from "@playwright/test";
import { test } from "./support/academyTest.ts";
import { watchPage } from "./support/page.ts";

test.use({ serviceWorkers: "block" });

const search = (page: Page) => page.getByRole("searchbox", { name: /search/i });
const chip = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
const courses = (page: Page) => page.getByRole("main").getByRole("article");
const count = (page: Page) => page.getByRole("main").getByRole("status");

test("search and category filter the catalogue together and show the number of results (S-007)", async ({
  page,
}) => {
  const faults = watchPage(page);
  await page.goto("/academy/courses");
  await expect(count(page)).toHaveText("8 courses");
  await chip(page, "Compliance").check();
  await expect(count(page)).toHaveText("2 courses");
  await search(page).fill("nist");
  await expect(count(page)).toHaveText("1 course");
  await expect(courses(page)).toHaveCount(1);
  await expect(courses(page)).toContainText("ISO and NIST Standards");
  await chip(page, "All").check();
  await search(page).fill("ngo");
  await expect(courses(page)).toContainText(["NGOs & Non-Profit"]);
  expect(faults).toEqual([]);
});

test("catalogue filters are kept in the address, survive a reload and are restored by Back (S-007)", async ({
  page,
}) => {
  await page.goto("/academy/courses");
  await chip(page, "Ethics").check();
  await search(page).fill("governance");
  await expect(page).toHaveURL("/academy/courses?q=governance&category=Ethics");
  await page.reload();
  await expect(count(page)).toHaveText("1 course");
  await expect(search(page)).toHaveValue("governance");
  await expect(chip(page, "Ethics")).toBeChecked();
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
  await expect(page.getByRole("heading", { name: "Get in Touch" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/academy/courses?q=governance&category=Ethics");
  await expect(courses(page)).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL("about:blank");
});

test("a catalogue search without results says so and offers to show all courses (S-007)", async ({
  page,
}) => {
  await page.goto("/academy/courses");
  await search(page).fill("underwater basket weaving");
  await expect(count(page)).toHaveText("0 courses");
  await expect(courses(page)).toHaveCount(0);
  await page
    .getByRole("main")
    .getByRole("button", { name: /all courses|clear/i })
    .click();
  await expect(count(page)).toHaveText("8 courses");
  await expect(search(page)).toHaveValue("");
  await expect(search(page)).toBeFocused();
  await expect(page).toHaveURL("/academy/courses");
});

test("the catalogue still loads with truncated or invalid filters in the address (S-007)", async ({
  page,
}) => {
  const faults = watchPage(page);
  await page.goto("/academy/courses?category=Sorcery&q=");
  await expect(count(page)).toHaveText("8 courses");
  await expect(chip(page, "All")).toBeChecked();
  const strange = encodeURIComponent(`<img src=x onerror=alert(1)>${"é%\u202e".repeat(200)}`);
  await page.goto(`/academy/courses?q=${strange}`);
  await expect(count(page)).toHaveText("0 courses");
  expect(faults).toEqual([]);
});

test("text typed into the catalogue search before hydration is applied afterwards (S-007)", async ({
  page,
}) => {
  let letScriptsThrough = () => {};
  const gate = new Promise<void>((open) => {
    letScriptsThrough = open;
  });
  await page.route("**/assets/*.js", async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto("/academy/courses", { waitUntil: "commit" });
  await search(page).pressSequentially("healthcare");
  letScriptsThrough();
  await expect(count(page)).toHaveText("1 course");
  await expect(search(page)).toHaveValue("healthcare");
});
