// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Button } from "./Button.tsx";

/** A page with a button that can be busy or, while something else is, disabled. */
function open(prop: "busy" | "disabled" = "busy") {
  const page = (isOn: boolean) => (
    <>
      <Button {...{ [prop]: isOn }}>Save</Button>
      <input />
    </>
  );
  const { rerender } = render(page(false));
  return { setBusy: (isOn: boolean) => rerender(page(isOn)) };
}
const save = () => screen.getByRole("button", { name: "Save" });
const field = () => screen.getByRole("textbox");

test.each(["busy", "disabled"] as const)(
  "a button that had the focus has it again after it was %s",
  (prop) => {
    const { setBusy } = open(prop);
    save().focus();
    setBusy(true);
    save().blur(); // As a browser does with a disabled button.
    setBusy(false);
    expect(document.activeElement).toBe(save());
  },
);

test("a button does not take the focus from where it went meanwhile, nor if it never had it", () => {
  const { setBusy } = open();
  save().focus();
  setBusy(true);
  field().focus();
  setBusy(false);
  expect(document.activeElement).toBe(field());
  field().blur();
  setBusy(true);
  setBusy(false);
  expect(document.activeElement).toBe(document.body);
});
