// @vitest-environment jsdom
import { fireEvent, render, screen, within } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { ChipGroup, RadioGroup } from "./RadioGroup.tsx";

function Chips({ legend }: { legend: string }) {
  const [value, setValue] = useState("All");
  return (
    <ChipGroup legend={legend} options={["All", "Ethics", "Compliance"]} value={value} onChange={setValue} />
  );
}

test("a chip filter selects exactly one chip, and the group has a label", () => {
  render(<Chips legend="Category" />);
  const group = within(screen.getByRole("group", { name: "Category" }));
  const chosen = () =>
    group
      .getAllByRole<HTMLInputElement>("radio")
      .filter((radio) => radio.checked)
      .map((radio) => radio.value);
  expect(chosen()).toEqual(["All"]);
  fireEvent.click(group.getByRole("radio", { name: "Ethics" }));
  expect(chosen()).toEqual(["Ethics"]);
});

test("two choice groups on a page are independent", () => {
  render(
    <>
      <Chips legend="Category" />
      <Chips legend="Level" />
    </>,
  );
  const names = screen.getAllByRole<HTMLInputElement>("radio").map((radio) => radio.name);
  expect(new Set(names.slice(0, 3)).size).toBe(1);
  expect(names[0]).not.toBe(names[3]);
});

test("a choice group can start without a selection, and an unavailable option cannot be selected", () => {
  const onChange = vi.fn();
  render(
    <RadioGroup
      legend="Second step"
      options={[
        { value: "totp", label: "Authenticator app", hint: "A code that changes." },
        { value: "phone", label: "Text message", disabled: true },
      ]}
      value={null}
      onChange={onChange}
    />,
  );
  expect(screen.getAllByRole<HTMLInputElement>("radio").some((radio) => radio.checked)).toBe(false);
  expect(screen.getByRole("radio", { name: "Text message" })).toHaveProperty("disabled", true);
  fireEvent.click(screen.getByRole("radio", { name: /^Authenticator app/ }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith("totp");
});
