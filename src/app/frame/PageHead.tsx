import { useEffect, useRef } from "react";
import { useLocation, useMatches } from "react-router-dom";
import { siteOrigin } from "../../platform/env.ts";
import { forgetCrawlerTags } from "../document/documentTakeover.ts";
import { pageFacts } from "../page.ts";

/** A page's head tags for the browser and search engines. Tags that only crawlers read are in crawlers/. */
export function PageHead() {
  const { pathname, search } = useLocation();
  const { title, isFindable } = pageFacts(useMatches(), search);
  const firstPathname = useRef(pathname);

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
