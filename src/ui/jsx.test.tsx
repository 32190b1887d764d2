// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { jsx } from "./jsx.ts";

function Button({ children }: { children: ReactNode }) {
  return (
    <button type="button">
      {mark}
      {children}
    </button>
  );
}

const htmlOf = (node: ReactNode) => render(node).container.innerHTML;
const mark = <b>!</b>;
const nothing = null;
const saved = <>Saved</>;

test.each([
  { what: "text alone stays as it is", node: <p>Save</p>, html: "<p>Save</p>" },
  {
    what: "texts without an element between them become one",
    node: (
      <p>
        {3} of {11n} done
      </p>
    ),
    html: "<p>3 of 11 done</p>",
  },
  {
    what: "nothing between two texts does not separate them",
    node: (
      <p>
        Saved{nothing} of {11}
      </p>
    ),
    html: "<p>Saved of 11</p>",
  },
  {
    what: "text beside an element gets a separate element",
    node: <p>Saved{mark}</p>,
    html: "<p><span>Saved</span><b>!</b></p>",
  },
  {
    what: "text beside a list gets a separate element",
    node: <p>Saved{["!"].map((key) => mark && <b key={key}>!</b>)}</p>,
    html: "<p><span>Saved</span><b>!</b></p>",
  },
  {
    what: "what shows nothing gets no element",
    node: (
      <p>
        {false}
        {nothing}
        {""}
        {mark}
      </p>
    ),
    html: "<p><b>!</b></p>",
  },
  {
    what: "text in a fragment gets an element",
    node: saved,
    html: "<span>Saved</span>",
  },
  {
    what: "texts in a fragment get one element",
    node: (
      <>
        {3} of {11}
      </>
    ),
    html: "<span>3 of 11</span>",
  },
  {
    what: "a space between two elements is not laid out",
    node: (
      <p>
        {mark} {mark}
      </p>
    ),
    html: '<p><b>!</b><span class="contents"> </span><b>!</b></p>',
  },
])("$what", ({ node, html }) => {
  expect(htmlOf(node)).toBe(html);
});

test("a component may put its children beside something", () => {
  expect(htmlOf(<Button>Save</Button>)).toBe('<button type="button"><b>!</b><span>Save</span></button>');
  cleanup();
  expect(htmlOf(<Button>Save {3}</Button>)).toBe(
    '<button type="button"><b>!</b><span>Save 3</span></button>',
  );
});

test("an element keeps its state while the text before it comes and goes", () => {
  const page = (text: string | null, count: number) => (
    <p>
      {text} {count} <input />
    </p>
  );
  const { container, rerender } = render(page(null, 1));
  const input = container.querySelector("input");
  rerender(page("About", 2));
  expect(container.querySelector("input")).toBe(input);
  expect(container.textContent).toBe("About 2 ");
});

test("a key is kept, and children in a list are recognised by it", () => {
  expect(jsx("p", { children: "Save" }, "key").key).toBe("key");
  const list = (ids: string[]) => (
    <ul>
      {ids.map((id) => (
        <li key={id}>
          {id} is{mark}
        </li>
      ))}
    </ul>
  );
  const { container, rerender } = render(list(["a", "b"]));
  const last = container.querySelector("li:last-child");
  rerender(list(["b"]));
  expect(container.querySelector("li")).toBe(last);
});

test("beside text that a translator has replaced, elements come and go, and changed text is shown", () => {
  const page = (count: number, isBusy: boolean) => (
    <>
      <p>
        {isBusy && mark}Saved {count} of 11
      </p>
      {isBusy ? "Busy" : <i>Ready</i>} now
    </>
  );
  const { container, rerender } = render(page(1, false));
  const translate = () => {
    const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
    const found: Text[] = [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    expect(found.length).toBeGreaterThan(2);
    for (const text of found) {
      const font = document.createElement("font");
      font.append(text.data);
      text.replaceWith(font);
    }
  };
  translate();
  rerender(page(2, true));
  expect(container.textContent).toBe("!Saved 2 of 11Busy now");
  translate();
  rerender(page(3, false));
  expect(container.textContent).toBe("Saved 3 of 11Ready now");
});
