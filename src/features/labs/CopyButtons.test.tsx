// @vitest-environment jsdom
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, onTestFinished, test, vi } from "vitest";
import { CopyButtons } from "./CopyButtons.tsx";

function open(writeText: (text: string) => Promise<void>): void {
  const page = document.createElement("div");
  page.innerHTML = `<section class="block-copy"><h3 class="block-title" id="t">Paste this</h3><div class="copy-words">
    <p>First,
    with <strong>care</strong>.</p><ol><li>One</li><li>Two</li></ol><ul><li>Any</li></ul></div><div class="copy-place"></div></section>`;
  document.body.append(page);
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText } });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    page.remove();
  });
  render(<CopyButtons page={page} />);
  fireEvent.click(screen.getByRole("button", { name: "Copy", description: "Paste this" }));
}

test("a button copies the words of its block as plain text and says so", async () => {
  const writeText = vi.fn(() => Promise.resolve());
  open(writeText);
  await screen.findByText("Copied");
  expect(writeText).toHaveBeenCalledWith("First, with care.\n\n1. One\n2. Two\n\n- Any");
});

test("the words are selected if the browser does not allow copying", async () => {
  vi.spyOn(console, "info").mockImplementation(() => {});
  open(() => Promise.reject(new DOMException("denied", "NotAllowedError")));
  await screen.findByText(/^Your browser did not allow it/);
  expect(getSelection()?.toString()).toContain("First");
});
