import type { Page } from "@playwright/test";

type Api = Record<string, (...args: never[]) => unknown>;

/** Calls a function that a bench page has put on `globalThis.bench`, with its types. */
export function pageApi<Functions extends Api>(page: Page) {
  return <Name extends keyof Functions & string>(
    name: Name,
    ...args: Parameters<Functions[Name]>
  ): Promise<Awaited<ReturnType<Functions[Name]>>> =>
    page.evaluate(
      ({ name, args }) => {
        const api = Reflect.get(globalThis, "bench");
        return Reflect.apply(Reflect.get(api, name), api, args);
      },
      { name, args: [...args] as unknown[] }, // plain values, like everything that is passed to a page
    );
}
