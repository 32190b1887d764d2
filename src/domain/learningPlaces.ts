import { paths } from "./paths.ts";

/** The pages of a learner around the lessons, which My Learning and the player list. */
export const LEARNING_PLACES = [
  { to: `${paths.dashboard()}#plan`, label: "Your 30 days" },
  { to: paths.lab(), label: "Labs" },
  { to: paths.workbook(), label: "Your workbook" },
  { to: paths.notes(), label: "Your notes" },
  { to: paths.search(), label: "Search the course" },
  { to: paths.glossary(), label: "Glossary" },
  { to: paths.device(), label: "Downloads and sync" },
] as const;

/** The places that make sense without an account. */
export const VISITOR_PLACES = LEARNING_PLACES.filter(({ to }) =>
  [paths.lab(), paths.workbook(), paths.search(), paths.glossary()].includes(to),
);
