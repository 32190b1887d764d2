// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { useRef, useState } from "react";
import { expect, test } from "vitest";
import { Dialog } from "./Dialog.tsx";
import { focusFirst, usePressOutside } from "./useModal.ts";

function Page() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Write a note
      </button>
      {isOpen && (
        <Dialog open onClose={() => setIsOpen(false)} title="Your note">
          <textarea aria-label="Note" ref={focusFirst} />
          <button type="button" onClick={() => setIsOpen(false)}>
            Save
          </button>
        </Dialog>
      )}
    </>
  );
}

function openDialog(): HTMLElement {
  render(<Page />);
  const opener = screen.getByRole("button", { name: "Write a note" });
  opener.focus();
  fireEvent.click(opener);
  return screen.getByRole("dialog");
}

test("a dialog opens with focus on its main control, not on the close button", () => {
  openDialog();
  expect(document.activeElement).toBe(screen.getByLabelText("Note"));
});

test("focus returns to the button that opened a dialog when the open dialog is removed", () => {
  openDialog();
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Write a note" }));
});

test("a click outside closes a dialog", () => {
  const dialog = openDialog();
  fireEvent.pointerDown(dialog);
  fireEvent.click(dialog);
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("selecting text in a dialog and releasing the mouse outside keeps the dialog open", () => {
  const dialog = openDialog();
  fireEvent.pointerDown(screen.getByLabelText("Note"));
  // If a press begins and ends in different elements, the click goes to their common ancestor.
  fireEvent.click(dialog);
  expect(screen.queryByRole("dialog")).not.toBeNull();
});

test("focus returns to the page when a dialog closes that was open on load", () => {
  const page = (isOpen: boolean) => (
    <>
      <main id="main" tabIndex={-1} />
      {isOpen && (
        <Dialog open onClose={() => undefined} title="Your certificate">
          <p>Yours to keep.</p>
        </Dialog>
      )}
    </>
  );
  render(page(true)).rerender(page(false));
  expect(document.activeElement).toBe(screen.getByRole("main"));
});

function Menu() {
  const ref = useRef<HTMLDialogElement>(null);
  usePressOutside(ref);
  return <dialog ref={ref} aria-label="Menu" />;
}

test("a dialog that exists before our scripts run, such as the phone menu, also closes on a click outside", () => {
  render(<Menu />);
  const menu = screen.getByLabelText<HTMLDialogElement>("Menu");
  menu.showModal();
  fireEvent.pointerDown(menu);
  fireEvent.click(menu);
  expect(menu.open).toBe(false);
});
