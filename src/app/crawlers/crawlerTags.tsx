import { renderToStaticMarkup } from "react-dom/server";
import { matchPath } from "react-router-dom";
import { COURSE } from "../../domain/course/course.ts";
import { SITE } from "../../domain/site.ts";
import type { PageRow, ThingName } from "../page.ts";
import { absolute, dataBlock } from "./dataBlock.ts";
import { SHARE_IMAGE } from "./shareImage.ts";

/**
 * The tags in a public page's head that only crawlers read: for search results, for shared links and as structured
 * data. The build writes them into the document, so no page loads the code or text for them.
 */
export function crawlerTags(page: PageFacts): string {
  return renderToStaticMarkup(<ShareTags {...page} />) + dataBlock(page.things);
}

type PageFacts = { address: string; title: string; description: string; things: readonly ThingName[] };

function ShareTags({ address, title, description }: Omit<PageFacts, "things">) {
  return (
    <>
      <meta name="description" content={description} />
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={SITE.name} />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={absolute(address)} />
      <meta property="og:image" content={absolute(SHARE_IMAGE.path)} />
      <meta property="og:image:width" content={String(SHARE_IMAGE.width)} />
      <meta property="og:image:height" content={String(SHARE_IMAGE.height)} />
      <meta
        property="og:image:alt"
        content={`${COURSE.title}, ${SITE.name}: a cloth of interlaced threads`}
      />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/**
 * The description of a page in search results and shared links. Throws if the page's row in the page table has none.
 */
export function descriptionOf({ path, description }: PageRow, address: string): string {
  const params = matchPath(path, address)?.params ?? {};
  const text =
    typeof description === "function" ? description({ params, query: new URLSearchParams() }) : description;
  if (!text) throw new Error(`${address} has no description in the page table (src/app/pages.ts)`);
  return text;
}
