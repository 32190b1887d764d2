import { expect, test } from "vitest";
import type { DownloadStatus } from "../db/downloadStatus.ts";
import { downloadReports } from "./downloadReports.ts";

test("texts that have come do not hide a video that still comes, nor what failed", () => {
  const shown: DownloadStatus[] = [];
  const report = downloadReports((status) => shown.push(status));
  const film = { phase: "running", lessonId: "1", video: { receivedBytes: 1, totalBytes: 2 } } as const;
  const text = { phase: "running", lessonId: "2" } as const;
  const failed = { phase: "failed", why: "network" } as const;
  report.videos(film);
  report.texts(text);
  report.texts({ phase: "idle" });
  report.videos(failed);
  report.texts({ phase: "idle" });
  report.videos({ phase: "idle" });
  expect(shown).toEqual([film, text, film, failed, failed, { phase: "idle" }]);
});
