import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/** What stood after the hash when the page was opened. It may open an account, so it is taken out of the address at once. */
export function useFragmentOnce(): string {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [fragment] = useState(hash);
  // Synchronises with the address bar and the history.
  useEffect(() => {
    if (hash) navigate(pathname + search, { replace: true, preventScrollReset: true });
  }, [hash, pathname, search, navigate]);
  return fragment;
}
