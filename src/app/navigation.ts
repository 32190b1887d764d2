import { paths } from "../domain/paths.ts";

/** The header's and drawer's places. Only pages that exist are named. */
export const NAVIGATION = [
  { to: paths.academy(), label: "Home" },
  { to: paths.dashboard(), label: "My Learning" },
] as const;
