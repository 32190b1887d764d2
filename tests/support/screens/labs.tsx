import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { MemoryRouter } from "react-router-dom";
import { expect, vi } from "vitest";
import { parse } from "yaml";
import type { Lab } from "../../../src/features/labs/defineLab.tsx";

/** The data of a lab as its author wrote it. */
export function labData(name: string): unknown {
  return parse(readFileSync(join(import.meta.dirname, "../../../content/labs", name, "data.yaml"), "utf8"));
}

type Answers = Readonly<Record<string, string>>;
type Props = {
  lab: Lab;
  data: unknown;
  stored: string;
  onStore: (stored: string) => void;
  answers: Answers;
};

function LabPage({ lab: Content, data, stored, onStore, answers }: Props) {
  const [value, setValue] = useState(stored);
  return (
    <MemoryRouter>
      <Content
        data={data}
        stored={value}
        onChange={(next) => {
          setValue(next);
          onStore(next);
        }}
        answerTo={(fieldId) => answers[fieldId] ?? ""}
      />
    </MemoryRouter>
  );
}

/**
 * Shows a lab as its page does, with a state stored earlier and with the answers in the workbook. `last` returns the
 * state that it stored last.
 */
export function openLab(
  lab: Lab,
  data: unknown,
  stored = "",
  answers: Answers = {},
): { last: () => string; leave: () => void } {
  // jsdom has no media queries.
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  let latest = stored;
  const store = (next: string) => {
    latest = next;
  };
  const { unmount } = render(
    <LabPage lab={lab} data={data} stored={stored} onStore={store} answers={answers} />,
  );
  return { last: () => latest, leave: unmount };
}

/** Presses a button as a person does: it has the focus when it disappears. */
export function press(name: string | RegExp): void {
  const button = screen.getByRole("button", { name });
  button.focus();
  fireEvent.click(button);
}

/** The focus moves after the lab has changed. */
export const expectFocus = (words: string | RegExp): Promise<void> =>
  waitFor(() => expect(document.activeElement?.textContent).toMatch(words));
