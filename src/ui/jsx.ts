import type { ElementType, JSX, Key, ReactElement, ReactNode } from "react";
import { jsx as element, jsxs as elementOfMany, Fragment } from "react/jsx-runtime";

// What JSX compiles to: React's own functions, except that text never shares its element with anything else. Translators in
// browsers, and some extensions, replace text nodes. React then fails when it inserts something before such a text or
// removes it, and updates the node that nobody sees any more. Text that is the only content of its element has neither
// problem, because React sets the content of the element (docs/decisions/0076-text-in-its-own-element.md).

type Props = { children?: ReactNode };
type PropsOfMany = { children: readonly ReactNode[] };

export type { JSX };
export { Fragment };

export function jsx(type: ElementType, props: Props, key?: Key): ReactElement {
  // What a fragment contains may have neighbours.
  const isLoose = type === Fragment && isText(props.children);
  return element(type, isLoose ? { ...props, children: span(props.children) } : props, key);
}

export function jsxs(type: ElementType, props: PropsOfMany, key?: Key): ReactElement {
  if (!props.children.some(isText)) return elementOfMany(type, props, key);
  const children = joinTexts(props.children);
  if (type !== Fragment && !children.some(isOther))
    return element(type, { ...props, children: children.filter(isText).join("") }, key);
  const apart = children.map((child) => (isText(child) ? span(child) : child));
  return elementOfMany(type, { ...props, children: apart }, key);
}

/** What JSX compiles to in tests and on the development server. */
export function jsxDEV(
  type: ElementType,
  props: Props,
  key: Key | undefined,
  isOfMany: boolean,
): ReactElement {
  return isOfMany ? jsxs(type, props as PropsOfMany, key) : jsx(type, props, key);
}

/** Joins neighbouring texts. All other children keep their places, by which React recognises them. */
function joinTexts(children: readonly ReactNode[]): ReactNode[] {
  const joined = [...children];
  let first: number | null = null;
  for (const [index, child] of children.entries()) {
    if (!isText(child)) first = null;
    else if (first === null) first = index;
    else {
      joined[first] = `${joined[first]}${child}`;
      joined[index] = null;
    }
  }
  return joined;
}

function span(text: ReactNode): ReactElement {
  // In a flex container, a space between two items must not become an item.
  const className = `${text}`.trim() === "" ? "contents" : undefined;
  return element("span", { className, children: text });
}

function isText(child: ReactNode): child is string | number | bigint {
  return (
    (typeof child === "string" && child !== "") || typeof child === "number" || typeof child === "bigint"
  );
}

/** Neither text nor nothing. */
function isOther(child: ReactNode): boolean {
  return typeof child === "object" && child !== null;
}
