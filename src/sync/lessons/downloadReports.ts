import type { DownloadStatus } from "../../db/store/syncStatus.ts";

type Report = (status: DownloadStatus) => void;

/**
 * Merges the statuses of texts and videos, which download in parallel: a running download has priority over a failed
 * one, and texts have priority over videos.
 */
export function downloadReports(show: Report): { texts: Report; videos: Report } {
  let texts: DownloadStatus = { phase: "idle" };
  let videos: DownloadStatus = { phase: "idle" };
  const update = () => {
    const both = [texts, videos];
    const running = both.find(({ phase }) => phase === "running");
    show(running ?? both.find(({ phase }) => phase === "failed") ?? texts);
  };
  return {
    texts: (status) => {
      texts = status;
      update();
    },
    videos: (status) => {
      videos = status;
      update();
    },
  };
}
