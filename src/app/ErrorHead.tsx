import { documentTitle } from "./pageHandle.ts";

/**
 * Names the document after what went wrong, while the route is still called what it would have shown: React puts a
 * title that comes later before the others, and the first one counts.
 */
export function ErrorHead({ title }: { title: string }) {
  return (
    <>
      <title>{documentTitle(title)}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}
