// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { createMemoryRouter, Link, MemoryRouter, Outlet, RouterProvider } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { Component as CataloguePage, readFilter } from "./CataloguePage.tsx";

const CATALOGUE = "/academy/courses";
const FLAGSHIPS = [
  "AI Fluency in 30 Days Students",
  "AI Fluency in 30 Days NGOs & Non-Profit",
  "AI Fluency in 30 Days Professionals",
];

function openCatalogue(query = "") {
  const layout = (
    <>
      <Link to={CATALOGUE}>Courses</Link>
      <Outlet />
    </>
  );
  const children = [
    { path: CATALOGUE, element: <CataloguePage /> },
    { path: "*", element: <p>Another page</p> },
  ];
  const router = createMemoryRouter([{ element: layout, children }], {
    initialEntries: ["/", `${CATALOGUE}${query}`],
  });
  render(<RouterProvider router={router} />);
  return router;
}

/** jsdom's accessible names lack the space at the edge of an inline element, which browsers keep. */
const spaced = (name: string) => new RegExp(`^${name.replaceAll(" ", " ?")}$`);
const card = (name: string) => within(screen.getByRole("article", { name: spaced(name) }));
const titles = () =>
  screen.queryAllByRole("article").map((each) => within(each).getByRole("heading").textContent);
const searchBox = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Search courses" });
const type = (text: string) => fireEvent.change(searchBox(), { target: { value: text } });
const choose = (category: string) => screen.getByRole("radio", { name: category }).click();
const count = () => screen.getByRole("status").textContent;

test("the catalogue has a search box, six categories and eight courses (S-007, S-051)", () => {
  openCatalogue();
  expect(screen.getByRole("heading", { level: 1, name: "All Courses" })).toBeDefined();
  expect(searchBox().value).toBe("");
  const chips = within(screen.getByRole("group", { name: "Category" })).getAllByRole<HTMLInputElement>(
    "radio",
  );
  expect(chips.map((chip) => [chip.value, chip.checked])).toEqual([
    ["All", true],
    ["Core Program", false],
    ["Compliance", false],
    ["Ethics", false],
    ["Risk Management", false],
    ["Industry-Specific", false],
  ]);
  expect(titles()).toHaveLength(8);
  expect(count()).toBe("1 course open, at 3 prices; 5 coming soon");
  expect(screen.getAllByText(/exclude VAT/)).toHaveLength(1);
});

test.each([
  ["Students", "£50", "£60.00", "/academy/pricing/student"],
  ["NGOs & Non-Profit", "£500", "£600.00", "/academy/pricing/ngo"],
  ["Professionals", "£850", "£1,020.00", "/academy/pricing/professional"],
])(
  "the catalogue offers the course to %s at %s with links to its prices and details (S-008, S-051, S-123, S-143)",
  (tier, price, total, pricing) => {
    openCatalogue();
    const course = card(`AI Fluency in 30 Days ${tier}`);
    for (const text of [
      "Core Program",
      "30 days",
      "4 modules",
      "11 lessons",
      "Beginner to Intermediate",
      price,
      total,
    ]) {
      expect(course.getByText(text)).toBeDefined();
    }
    expect(course.getByText(/^per learner, plus VAT/)).toBeDefined();
    const linkTo = (name: string) => course.getByRole("link", { name: spaced(name) }).getAttribute("href");
    expect(linkTo(`Enroll Now for ${tier}`)).toBe(pricing);
    expect(linkTo(`Learn More about AI Fluency in 30 Days for ${tier}`)).toBe("/academy");
  },
);

test.each([
  ["EU AI Act Compliance", "Compliance", "£150", "£180.00", "5 weeks", "8 modules", "Intermediate"],
  ["Ethical AI Governance", "Ethics", "£120", "£144.00", "4 weeks", "10 modules", "All Levels"],
  ["ISO and NIST Standards", "Compliance", "£200", "£240.00", "6 weeks", "14 modules", "Advanced"],
  ["AI Risk Management", "Risk Management", "£130", "£156.00", "4 weeks", "9 modules", "Intermediate"],
  [
    "Responsible AI for Healthcare",
    "Industry-Specific",
    "£180",
    "£216.00",
    "5 weeks",
    "11 modules",
    "Advanced",
  ],
])("the catalogue announces %s without offering it for sale (S-008, S-107, S-143)", (name, ...facts) => {
  openCatalogue();
  for (const text of facts) expect(card(name).getByText(text)).toBeDefined();
  expect(card(name).getByRole<HTMLButtonElement>("button", { name: "Coming Soon" }).disabled).toBe(true);
  expect(card(name).queryByRole("link")).toBeNull();
});

test("the catalogue writes its filter to the URL and replaces the history entry (S-007)", async () => {
  const router = openCatalogue();
  type("ai ");
  choose("Ethics");
  await vi.waitFor(() => expect(router.state.location.search).toBe("?q=ai&category=Ethics"));
  expect(searchBox().value).toBe("ai ");
  await router.navigate(-1);
  expect(router.state.location.pathname).toBe("/");
});

test.each([
  ["", "1 course open, at 3 prices; 5 coming soon"],
  ["?q=professional", "1 course open"],
  ["?category=Compliance", "2 coming soon"],
  ["?q=pottery", "0 courses"],
])("the catalogue filtered by %o counts courses, not prices (S-144)", (query, words) => {
  openCatalogue(query);
  expect(count()).toBe(words);
});

test("pressing Enter in the catalogue's search box or leaving it updates the URL immediately", () => {
  const router = openCatalogue();
  type("risk");
  fireEvent.blur(searchBox());
  expect(router.state.location.search).toBe("?q=risk");
});

test("the catalogue applies the filter in its URL and shows everything for an unknown category (S-007)", () => {
  openCatalogue("?q=30+days&category=Core+Program");
  expect(titles()).toEqual(FLAGSHIPS);
  expect(searchBox().value).toBe("30 days");
  cleanup();
  openCatalogue("?category=Cooking");
  expect(titles()).toHaveLength(8);
});

test("following a link to the catalogue from the catalogue resets its filter", async () => {
  openCatalogue("?category=Ethics");
  type("governance");
  screen.getByRole("link", { name: "Courses" }).click();
  await vi.waitFor(() => expect(titles()).toHaveLength(8));
  expect(searchBox().value).toBe("");
});

test("a catalogue search without results shows a message and can be reset with one button (S-007)", async () => {
  const router = openCatalogue("?q=pottery&category=Ethics");
  expect(count()).toBe("0 courses");
  expect(screen.getByRole("heading", { name: "No courses found" })).toBeDefined();
  screen.getByRole("button", { name: "Show all courses" }).click();
  await vi.waitFor(() => expect(titles()).toHaveLength(8));
  expect(document.activeElement).toBe(searchBox());
  await vi.waitFor(() => expect(router.state.location.search).toBe(""));
});

const asBuilt = (query: string) => (
  <MemoryRouter initialEntries={[`${CATALOGUE}${query}`]}>
    <CataloguePage />
  </MemoryRouter>
);

test("the prerendered catalogue shows every course whatever filter the URL has (S-007)", () => {
  expect(renderToString(asBuilt("?q=pottery")).match(/<article/g)).toHaveLength(8);
});

test("the catalogue keeps both the filter from the URL and the text typed before hydration (S-007)", async () => {
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(asBuilt(""));
  searchBox().value = "nist";
  render(asBuilt("?category=Compliance"), { container, hydrate: true });
  await vi.waitFor(() => expect(titles()).toEqual(["ISO and NIST Standards"]));
  expect(searchBox().value).toBe("nist");
});

const read = (query: string) => readFilter(new URLSearchParams(query));

test("the catalogue filter ignores an unknown category in the URL and truncates an overlong query", () => {
  expect(read("category=Cooking")).toEqual({ query: "", category: null });
  expect(read("category=constructor&category=Ethics")).toEqual({ query: "", category: null });
  expect(read(`q=${"x".repeat(5000)}`).query).toHaveLength(100);
});
