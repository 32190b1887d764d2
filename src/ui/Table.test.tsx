// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Skeleton } from "./Skeleton.tsx";
import { Table } from "./Table.tsx";

afterEach(cleanup);

test("a screen reader hears the row and the column of a figure", () => {
  render(
    <Table
      caption="Prices"
      columns={[{ header: "Plan" }, { header: "In full", numeric: true }]}
      rows={[
        ["Students", "£50"],
        ["Professionals", "£850"],
      ]}
    />,
  );
  const table = within(screen.getByRole("table", { name: "Prices" }));
  expect(table.getAllByRole("columnheader").map((cell) => cell.textContent)).toEqual(["Plan", "In full"]);
  const row = within(table.getByRole("row", { name: "Professionals £850" }));
  expect(row.getByRole("rowheader").getAttribute("scope")).toBe("row");
  // Where rows are blocks, the column is written beside the figure.
  expect(row.getByRole("cell").dataset.label).toBe("In full");
});

test("someone who waits hears for what, and nothing of the grey lines", () => {
  render(<Skeleton label="Loading your courses" lines={4} />);
  const status = screen.getByRole("status");
  expect(status.textContent).toBe("Loading your courses");
  expect(status.querySelectorAll("[aria-hidden=true]")).toHaveLength(4);
});
