import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";

/**
 * Returns the URL fragment with which the page was opened. It can be a credential, so it is removed from the URL
 * immediately. Render the component with a new key when another fragment arrives (src/app/routes/mailed.tsx).
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
