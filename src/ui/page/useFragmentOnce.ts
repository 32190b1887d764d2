import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/**
 * Returns the URL fragment with which the page was opened. It can be a credential, so it is removed from the URL
 * immediately, and a reloaded page has none: it must then show LINK_MISSING and not its form. Render the component with
 * a new key when another fragment arrives (src/app/routes/mailed.tsx).
 */
export function useFragmentOnce(): string {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [fragment] = useState(hash);
  useEffect(() => {
    if (hash) navigate(pathname + search, { replace: true, preventScrollReset: true });
  }, [hash, pathname, search, navigate]);
  return fragment;
}

export const LINK_MISSING = {
  title: "Open the link in our email again",
  text: "This page needs the whole link, and no longer has it after a reload. Nothing has changed.",
};
