import { linkedTitle } from "../../domain/text/linkedValue.ts";
import { SheetPage } from "../../features/player/SheetPage.tsx";
import { titled } from "../page.ts";
import { Activities } from "./activities.tsx";

export const handle = titled(({ query }) => linkedTitle(query) ?? "Resource library");

/** Combines a sheet with the workbook, because features may not import each other. */
export function Component() {
  return <SheetPage activities={Activities} />;
}
