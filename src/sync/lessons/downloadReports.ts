import type { DownloadStatus } from "../../db/store/syncStatus.ts";

type Report = (status: DownloadStatus) => void;

/**
 * Merges the statuses of the lessons and the tokenizer, which download in parallel: a running download has priority over a
 * failed one, and the lessons have priority over the tokenizer.
 */
export function downloadReports(show: Report): { lessons: Report; tokenizer: Report } {
  let lessons: DownloadStatus = { phase: "idle" };
  let tokenizer: DownloadStatus = { phase: "idle" };
  const update = () => {
    const both = [lessons, tokenizer];
    const running = both.find(({ phase }) => phase === "running");
    show(running ?? both.find(({ phase }) => phase === "failed") ?? lessons);
  };
  return {
    lessons: (status) => {
      lessons = status;
      update();
    },
    tokenizer: (status) => {
      tokenizer = status;
      update();
    },
  };
}
