// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Tabs } from "./Tabs.tsx";

afterEach(cleanup);

function showTabs() {
  render(
    <Tabs
      label="For whom"
      tabs={[
        { id: "student", label: "Students", panel: <input aria-label="University" /> },
        { id: "ngo", label: "NGOs", panel: "Small teams" },
        { id: "professional", label: "Professionals", panel: "Accountable work" },
      ]}
    />,
  );
}
const tab = (name: string) => screen.getByRole("tab", { name });
const openPanels = () =>
  screen.getAllByRole("tabpanel").map((panel) => panel.getAttribute("aria-labelledby"));

test("someone with a keyboard reaches the tabs in one stop and walks them with the arrows", () => {
  showTabs();
  expect(screen.getAllByRole("tab").map((each) => each.tabIndex)).toEqual([0, -1, -1]);
  tab("Students").focus();

  for (const [key, name] of [
    ["ArrowRight", "NGOs"],
    ["End", "Professionals"],
    ["ArrowRight", "Students"],
    ["ArrowLeft", "Professionals"],
    ["Home", "Students"],
  ] as const) {
    fireEvent.keyDown(document.activeElement ?? document.body, { key });
    expect(document.activeElement).toBe(tab(name));
    expect(tab(name).getAttribute("aria-selected")).toBe("true");
    expect(openPanels()).toEqual([tab(name).id]);
  }
});

test("a key that the tabs do not know is left to the page", () => {
  showTabs();
  tab("Students").focus();
  expect(fireEvent.keyDown(tab("Students"), { key: "ArrowDown" })).toBe(true);
  expect(document.activeElement).toBe(tab("Students"));
});

test("someone who looks at another tab and comes back finds what they typed", () => {
  showTabs();
  fireEvent.change(screen.getByLabelText("University"), { target: { value: "University of Nairobi" } });
  fireEvent.click(tab("NGOs"));
  expect(screen.queryByRole("textbox")).toBeNull();
  fireEvent.click(tab("Students"));
  expect(screen.getByRole("textbox", { name: "University" })).toHaveProperty(
    "value",
    "University of Nairobi",
  );
});

test("a screen reader hears which tab a panel belongs to", () => {
  showTabs();
  expect(screen.getByRole("tablist", { name: "For whom" })).toBeDefined();
  const panel = screen.getByRole("tabpanel", { name: "Students" });
  expect(tab("Students").getAttribute("aria-controls")).toBe(panel.id);
});
