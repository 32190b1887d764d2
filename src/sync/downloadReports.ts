import type { DownloadStatus } from "../db/downloadStatus.ts";

type Report = (status: DownloadStatus) => void;

/** Texts and videos come side by side, and the screens show one status: what runs, else what failed, texts first. */
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
