// @vitest-environment jsdom
import { act, useState } from "react";
import { hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchEarlyInput } from "./earlyInput.ts";

function Form() {
  const [query, setQuery] = useState("");
  const [isOn, setIsOn] = useState(false);
  return (
    <form>
      <p>
        <input type="search" name="q" value={query} onChange={(event) => setQuery(event.target.value)} />
      </p>
      <textarea name="message" />
      <input type="checkbox" value="on" checked={isOn} onChange={() => setIsOn(!isOn)} />
      <a href="/terms">Terms</a>
      <output>{`${query} ${isOn}`}</output>
    </form>
  );
}

let root: HTMLElement;
let app: Root | undefined;

beforeEach(() => {
  // Test files share workers, so it must not stay.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  root = document.body.appendChild(document.createElement("div"));
  root.innerHTML = renderToString(<Form />);
});
afterEach(() => {
  act(() => app?.unmount());
  root.remove();
  vi.unstubAllGlobals();
});

const find = <T extends HTMLElement>(selector: string) => {
  const found = root.querySelector<T>(selector);
  if (!found) throw new Error(`there is no ${selector}`);
  return found;
};
const search = () => find<HTMLInputElement>("[name=q]");
const message = () => find<HTMLTextAreaElement>("textarea");

async function hydrate(): Promise<{ errors: number }> {
  const restore = watchEarlyInput(root);
  let errors = 0;
  await act(async () => {
    app = hydrateRoot(root, <Form />, { onRecoverableError: () => (errors += 1) });
  });
  act(restore);
  return { errors };
}

/** What a password manager adds beside a field, with its own field. */
function addIcon(): void {
  search().insertAdjacentHTML("beforebegin", '<div><input name="theirs" value="theirs"></div>');
}

test("what was typed and chosen before hydration survives an element that an extension has added", async () => {
  addIcon();
  search().value = "early";
  message().value = "A long letter";
  find<HTMLInputElement>("[type=checkbox]").checked = true;
  const old = search();
  expect((await hydrate()).errors).toBeGreaterThan(0);
  expect(search()).not.toBe(old);
  expect(search().value).toBe("early");
  expect(message().value).toBe("A long letter");
  expect(find("output").textContent).toBe("early true");
});

test("a link that had the focus has it again", async () => {
  addIcon();
  find("a").focus();
  await hydrate();
  expect(document.activeElement).toBe(find("a"));
});

test("a field that had lost the focus before hydration does not get it back", async () => {
  addIcon();
  const restore = watchEarlyInput(root);
  message().focus();
  message().blur();
  await act(async () => {
    app = hydrateRoot(root, <Form />, { onRecoverableError: () => undefined });
  });
  act(restore);
  expect(document.activeElement).toBe(document.body);
});

test("fields that hydration keeps are left alone", async () => {
  const old = message();
  old.value = "A long letter";
  expect((await hydrate()).errors).toBe(0);
  expect(message()).toBe(old);
  expect(old.value).toBe("A long letter");
});
