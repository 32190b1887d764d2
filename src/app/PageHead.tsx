import { useEffect, useRef } from "react";
import { useLocation, useMatches } from "react-router-dom";
import { siteOrigin } from "../platform/env.ts";
import { forgetCrawlerTags } from "./document/documentTakeover.ts";
import { pageFacts } from "./pageHandle.ts";

/** What a page says about itself to the browser and to search engines; what crawlers alone read is in crawlers/. */
export function PageHead() {
  const { pathname, search } = useLocation();
  const { title, isFindable } = pageFacts(useMatches(), search);
  const firstPathname = useRef(pathname);

  // Synchronises with the document: what it tells crawlers about its first page is not true of the next.
  useEffect(() => {
    if (pathname !== firstPathname.current) forgetCrawlerTags();
  }, [pathname]);

  return (
    <>
      <title>{title}</title>
      {isFindable ? (
        <link rel="canonical" href={`${siteOrigin()}${pathname}`} />
      ) : (
        <meta name="robots" content="noindex" />
      )}
    </>
  );
}
