import { SheetPage } from "../../features/player/SheetPage.tsx";
import { titled } from "../page.ts";
import { Activities } from "./activities.tsx";

/** "triage-sheet" reads "Triage sheet". */
export const handle = titled(({ query }) => {
  const words = (query.get("name") ?? "sheet").replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
});

/** Where a sheet and the workbook meet. */
export function Component() {
  return <SheetPage activities={Activities} />;
}
