import { format } from "node:util";

/** Runs `work` and returns the lines that it printed through `console.error`, without printing them. */
export async function loggedErrors(work: () => Promise<void>): Promise<string[]> {
  const lines: string[] = [];
  const original = console.error;
  console.error = (...parts) => void lines.push(format(...parts));
  try {
    await work();
  } finally {
    console.error = original;
  }
  return lines;
}
