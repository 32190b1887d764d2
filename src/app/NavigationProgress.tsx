import { useNavigation } from "react-router-dom";

/** A thin line across the top while the next page is being fetched; the style sheet delays it by 300 ms. */
export function NavigationProgress() {
  const { state } = useNavigation();
  if (state === "idle") return null;
  return <div role="progressbar" aria-label="Loading the page" className="navigation-progress" />;
}
