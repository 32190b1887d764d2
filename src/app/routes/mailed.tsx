import { useLocation } from "react-router-dom";
import { lazyPart } from "../../ui/page/lazyPart.tsx";
import { MAIL_PAGES } from "../mailPages.ts";
import { Component as NotFoundPage } from "../NotFoundPage.tsx";
import { titled } from "../page.ts";

const PAGES = new Map(MAIL_PAGES.map(({ path, title, load }) => [path, { title, Page: lazyPart(load) }]));

export const handle = titled(({ params }) => PAGES.get(`/auth/${params.mail}`)?.title ?? "Page not found");

export function Component() {
  const known = PAGES.get(useLocation().pathname);
  return known ? <known.Page /> : <NotFoundPage />;
}
