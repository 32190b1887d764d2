/** The printed certificate: A4 landscape, drawn in points (1/72 inch, the PDF unit) from the top left. */
export const PAGE = { width: 841.89, height: 595.28 };
export const POINTS_PER_INCH = 72;
export const PRINT_DPI = 300;

/** The light theme of src/ui/styles/tokens.css. Paper has no dark theme. */
export const INK = {
  paper: "#faf6ef",
  sunken: "#f1eadd",
  line: "#ddd2c0",
  ink: "#1f1a17",
  muted: "#5d5249",
  accent: "#a8431f",
  link: "#2f3e75",
} as const;

/** Thread colours, with the names used in src/ui/pattern/ThreadPattern.tsx. */
export const THREADS = {
  clay: "#a8431f",
  indigo: "#2f3e75",
  ochre: "#c98a1b",
  forest: "#2f6b4f",
  ink: "#1f1a17",
} as const;

export const DISPLAY_FACE = '"Fraunces", "Fraunces Extended", Georgia, "Times New Roman", serif';
export const TEXT_FACE =
  '"Source Sans 3", "Source Sans 3 Extended", system-ui, "Segoe UI", Roboto, sans-serif';
