const UNITS = ["B", "KB", "MB", "GB", "TB"] as const;
const STEP = 1000;

/** Formats a byte count (0 or more) in decimal units, as browsers and phones do: "412 KB", "1.1 MB". */
export function byteSize(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (Math.round(size) >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  const isSmall = unit >= 2 && size < 10;
  return `${isSmall ? size.toFixed(1) : Math.round(size)} ${UNITS[unit]}`;
}
