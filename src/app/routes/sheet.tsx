import { linkedName } from "../../domain/text/linkedValue.ts";
import { SheetPage } from "../../features/player/SheetPage.tsx";
import { titled } from "../page.ts";
import { Activities } from "./activities.tsx";

/** "triage-sheet" becomes "Triage sheet". */
export const handle = titled(({ query }) => {
  const words = (linkedName(query, "name") ?? "resource library").replaceAll("-", " ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
});

/** Combines a sheet with the workbook, because features may not import each other. */
export function Component() {
  return <SheetPage activities={Activities} />;
}
