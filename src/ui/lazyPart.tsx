import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/**
 * Like `lazy`, for a part of a page whose other parts can be used without it: when its code does not come, the page
 * stays and says so. React asks for the code once; only a reload asks again.
 */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      return await load();
    } catch (error) {
      console.warn("A part of the page could not be loaded", error);
      return { default: MissingPart };
    }
  });
}

function MissingPart() {
  return (
    <p role="status" className="print:hidden">
      A part of this page could not be loaded.{" "}
      <button type="button" className="text-link min-h-11" onClick={() => window.location.reload()}>
        Load the page again
      </button>
    </p>
  );
}
