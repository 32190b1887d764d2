// @vitest-environment jsdom
import { cleanup, render, screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
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
