// @vitest-environment jsdom
import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Table } from "./Table.tsx";

test("a screen reader announces the row and column of a table cell", () => {
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
  // When rows are stacked, CSS shows this column name beside the value.
  expect(row.getByRole("cell").dataset.label).toBe("In full");
});
