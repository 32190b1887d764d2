import { useState } from "react";
import type { LessonPack } from "../../domain/pack.ts";
import { paths } from "../../domain/paths.ts";
import { Disclosure } from "../../ui/Disclosure.tsx";
import { modulePattern } from "../../ui/modulePattern.ts";
import { TextLink } from "../../ui/TextLink.tsx";
import { ThreadPattern } from "../../ui/ThreadPattern.tsx";

/**
 * A lesson's video in the browser's own player, and its transcript. Nothing of it is fetched before it is asked to
 * play; until then the module's pattern is seen through it.
 */
export default function LessonVideo({ pack }: { pack: LessonPack }) {
  const { video, transcript, title, moduleId } = pack;
  const [hasFailed, setHasFailed] = useState(false);
  if (!video) return null;
  return (
    <div>
      <div className="relative aspect-video overflow-hidden rounded-card border border-line">
        <ThreadPattern {...modulePattern(moduleId)} className="absolute inset-0 size-full" />
        <video
          src={video.src}
          controls
          preload="none"
          playsInline
          aria-label={`Video: ${title}`}
          onError={() => setHasFailed(true)}
          onPlaying={() => setHasFailed(false)}
          className="relative size-full object-contain"
        >
          <track kind="captions" src={video.captions} srcLang="en-GB" label="English" default />
        </video>
      </div>
      <p role="status" className="mt-3 empty:hidden">
        {hasFailed && (
          <>
            The video could not be played. It needs a connection, or{" "}
            <TextLink to={paths.device()}>a download to this device</TextLink>. The transcript is here.
          </>
        )}
      </p>
      {transcript && (
        <Disclosure summary="Transcript of the video">
          <div className="flex max-w-prose flex-col gap-3">
            {transcript.split("\n").map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </Disclosure>
      )}
    </div>
  );
}
