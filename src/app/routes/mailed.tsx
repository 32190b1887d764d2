import { useState } from "react";
import { useLocation } from "react-router-dom";
import { lazyPart } from "../../ui/page/lazyPart.tsx";
import { MAIL_PAGES } from "../mailPages.ts";
import { Component as NotFoundPage } from "../NotFoundPage.tsx";
import { titled } from "../page.ts";

const PAGES = new Map(MAIL_PAGES.map(({ path, title, load }) => [path, { title, Page: lazyPart(load) }]));

export const handle = titled(({ params }) => PAGES.get(`/auth/${params.mail}`)?.title ?? "Page not found");

export function Component() {
  const { pathname, hash } = useLocation();
  // The page removes the fragment from the address. Another one is another link, and a page must not mix two of them.
  const [opened, setOpened] = useState(hash);
  if (hash !== "" && hash !== opened) setOpened(hash);
  const known = PAGES.get(pathname);
  return known ? <known.Page key={opened} /> : <NotFoundPage />;
}
