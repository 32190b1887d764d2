import { Play } from "lucide-react";
import { useRef, useState } from "react";
import type { LessonPack } from "../../../domain/course/pack.ts";
import { paths } from "../../../domain/paths.ts";
import { Disclosure } from "../../../ui/Disclosure.tsx";
import { modulePattern } from "../../../ui/pattern/modulePattern.ts";
import { ThreadPattern } from "../../../ui/pattern/ThreadPattern.tsx";
import { TextLink } from "../../../ui/TextLink.tsx";

/**
 * A lesson's video in the browser's own player, with its transcript. Nothing is downloaded before the learner presses
 * play; until then the module's pattern covers the grey box that browsers draw.
 */
export default function LessonVideo({ pack }: { pack: LessonPack }) {
  const { video, transcript, title, moduleId } = pack;
  const [state, setState] = useState<"waiting" | "begun" | "failed">("waiting");
  const player = useRef<HTMLVideoElement>(null);
  if (!video) return null;

  function begin(): void {
    const { current } = player;
    if (!current) return;
    setState("begun");
    if (current.error) current.load();
    // A video that cannot be played also fires an error event on its element, which shows the message.
    current.play().catch((error: unknown) => console.info("Playback did not start", error));
    current.focus({ preventScroll: true });
  }

  return (
    <div>
      <div className="relative aspect-video overflow-hidden rounded-card border border-line">
        <video
          ref={player}
          src={video.src}
          controls={state === "begun"}
          preload="none"
          playsInline
          tabIndex={state === "begun" ? 0 : -1}
          aria-label={`Video: ${title}`}
          onError={() => setState("failed")}
          className="size-full object-contain"
        >
          <track kind="captions" src={video.captions} srcLang="en-GB" label="English" default />
        </video>
        {state !== "begun" && (
          <button
            type="button"
            onClick={begin}
            className="group absolute inset-0 grid w-full cursor-pointer place-items-center bg-surface"
          >
            <ThreadPattern {...modulePattern(moduleId)} className="absolute inset-0 size-full" />
            <span className="relative inline-flex items-center gap-3 rounded-card border border-line bg-surface px-6 py-3 font-semibold group-hover:border-ink">
              <Play aria-hidden="true" className="size-5 text-accent" />
              Play the video
            </span>
          </button>
        )}
      </div>
      <p role="status" className="mt-3 empty:hidden">
        {state === "failed" && (
          <>
            The video could not be played. It needs a connection, or{" "}
            <TextLink to={paths.device()}>a download to this device</TextLink>.
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
