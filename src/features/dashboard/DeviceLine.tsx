import { HardDriveDownload } from "lucide-react";
import { useDownloads } from "../../db/useDownloads.ts";
import { byteSize } from "../../domain/byteSize.ts";
import { paths } from "../../domain/paths.ts";
import { TextLink } from "../../ui/TextLink.tsx";

/** How many lessons are on this device, with a link to its settings. */
export function DeviceLine() {
  const downloads = useDownloads();
  const lessons = downloads.status === "ready" ? downloads.lessons : [];
  const here = lessons.filter(({ state }) => state === "here");
  const bytes = here.reduce((sum, lesson) => sum + lesson.bytes, 0);
  return (
    <p className="flex items-start gap-3">
      <HardDriveDownload aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      <span>
        {lessons.length > 0 &&
          (here.length === lessons.length
            ? `The whole course is on this device (${byteSize(bytes)}). `
            : `${here.length} of ${lessons.length} lessons are on this device. `)}
        <TextLink to={paths.device()}>Downloads and sync</TextLink>
      </span>
    </p>
  );
}
