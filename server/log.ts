import { createWriteStream } from "node:fs";
import { format } from "node:util";

/** Means the terminal instead of a file. */
export const ON_TERMINAL = "-";

/**
 * Writes the log of this process (each request and job) to `file`, which only its owner may read. Warnings and errors also
 * appear on the terminal. Returns a function that prints a line only on the terminal.
 */
export function logTo(file: string): (line: string) => void {
  const { info, warn, error } = console;
  if (file === ON_TERMINAL) return info;
  const stream = createWriteStream(file, { flags: "a", mode: 0o600 });
  // A full or read-only disk must not stop the academy: it logs to the terminal instead.
  stream.once("error", (fault) => {
    Object.assign(console, { info, warn, error });
    error(`The log ${file} cannot be written: ${fault.message}`);
  });
  const keep = (parts: unknown[]) => stream.write(`${format(...parts)}\n`);
  console.info = (...parts) => void keep(parts);
  console.warn = (...parts) => {
    keep(parts);
    warn(...parts);
  };
  console.error = (...parts) => {
    keep(parts);
    error(...parts);
  };
  return info;
}
