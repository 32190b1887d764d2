// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, expect, test } from "vitest";
import { Button } from "./Button.tsx";

afterEach(cleanup);

/** A page with a button that can be busy. */
function open() {
  const page = (busy: boolean) => (
    <>
      <Button busy={busy}>Save</Button>
      <input />
    </>
  );
  const { rerender } = render(page(false));
  return { setBusy: (busy: boolean) => rerender(page(busy)) };
}
const save = () => screen.getByRole("button", { name: "Save" });
const field = () => screen.getByRole("textbox");

test("a button that had the focus has it again after its work", () => {
  const { setBusy } = open();
  save().focus();
  setBusy(true);
  save().blur(); // As a browser does with a disabled button.
  setBusy(false);
  expect(document.activeElement).toBe(save());
});

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

test("a button gives its element to a ref", () => {
  const ref = createRef<HTMLButtonElement>();
  render(<Button ref={ref}>Save</Button>);
  expect(ref.current).toBe(save());
});
