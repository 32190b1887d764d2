import { expect, test } from "vitest";
import type { DownloadStatus } from "../../db/store/syncStatus.ts";
import { downloadReports } from "./downloadReports.ts";

test("the download status shows a running or failed video download even if all texts have been downloaded", () => {
  const shown: DownloadStatus[] = [];
  const report = downloadReports((status) => shown.push(status));
  const video = { phase: "running", id: "1", video: { receivedBytes: 1, totalBytes: 2 } } as const;
  const text = { phase: "running", id: "2" } as const;
  const failed = { phase: "failed", why: "network" } as const;
  report.videos(video);
  report.texts(text);
  report.texts({ phase: "idle" });
  report.videos(failed);
  report.texts({ phase: "idle" });
  report.videos({ phase: "idle" });
  expect(shown).toEqual([video, text, video, failed, failed, { phase: "idle" }]);
});
