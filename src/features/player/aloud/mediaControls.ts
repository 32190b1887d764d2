import type { Reader } from "./reader.ts";

/** Chrome on Android shows no controls for a sound of less than five seconds. */
const SECONDS = 10;
const SAMPLES_PER_SECOND = 8000;

export type MediaControls = { show: (state: "speaking" | "paused") => void; remove: () => void };

/**
 * Puts reading aloud among the system's media controls, for example on the lock screen, where the platform allows it
 * (W3C Media Session). The controls belong to a playing sound, which speech is not, so a silent one plays with it; it
 * also keeps the page running while the screen is locked.
 */
export function mediaControls(lesson: string, reader: () => Reader | null): MediaControls {
  const session = "mediaSession" in navigator ? navigator.mediaSession : null;
  if (!session) return { show: () => undefined, remove: () => undefined };
  const url = URL.createObjectURL(silence());
  const sound = new Audio(url);
  sound.loop = true;
  const actions: [MediaSessionAction, () => void][] = [
    ["play", () => reader()?.resume()],
    ["pause", () => reader()?.pause()],
    ["previoustrack", () => reader()?.skip(-1)],
    ["nexttrack", () => reader()?.skip(1)],
    ["stop", () => reader()?.stop()],
  ];
  session.metadata = new MediaMetadata({
    title: lesson,
    artist: "Responsible AI Academy",
    artwork: [{ src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" }],
  });
  for (const [action, act] of actions) handle(session, action, act);
  return {
    show(state) {
      session.playbackState = state === "speaking" ? "playing" : "paused";
      if (state === "paused") sound.pause();
      else
        sound.play().catch((error: unknown) => {
          // Without the sound, reading aloud works, but only in the page.
          console.info("No media controls for reading aloud:", error);
        });
    },
    remove() {
      sound.pause();
      URL.revokeObjectURL(url);
      for (const [action] of actions) handle(session, action, null);
      session.metadata = null;
      session.playbackState = "none";
    },
  };
}

function handle(session: MediaSession, action: MediaSessionAction, act: (() => void) | null): void {
  try {
    session.setActionHandler(action, act);
  } catch (error) {
    // Browsers may know fewer actions than the standard.
    console.info(`This browser has no media control "${action}":`, error);
  }
}

/** A WAV file of unsigned 8-bit samples, in which silence is 128. */
function silence(): Blob {
  const samples = new Uint8Array(SECONDS * SAMPLES_PER_SECOND).fill(128);
  const header = new DataView(new ArrayBuffer(44));
  const text = (at: number, letters: string) => {
    for (const [index, letter] of [...letters].entries()) header.setUint8(at + index, letter.charCodeAt(0));
  };
  text(0, "RIFF");
  header.setUint32(4, 36 + samples.length, true);
  text(8, "WAVEfmt ");
  header.setUint32(16, 16, true);
  // PCM, one channel, one byte per sample.
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, SAMPLES_PER_SECOND, true);
  header.setUint32(28, SAMPLES_PER_SECOND, true);
  header.setUint16(32, 1, true);
  header.setUint16(34, 8, true);
  text(36, "data");
  header.setUint32(40, samples.length, true);
  return new Blob([header, samples], { type: "audio/wav" });
}
