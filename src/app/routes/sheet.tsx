import { SheetPage } from "../../features/player/SheetPage.tsx";
import { Activities } from "./activities.tsx";

/** Where a sheet and the workbook meet. */
export function Component() {
  return <SheetPage activities={Activities} />;
}
