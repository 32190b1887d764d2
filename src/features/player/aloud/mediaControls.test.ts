// @vitest-environment jsdom
import { afterEach, expect, test, vi } from "vitest";
import { mediaControls } from "./mediaControls.ts";

afterEach(() => vi.unstubAllGlobals());

/** A browser with a media session, which may not know every action. */
function aBrowser({ unknown = "" } = {}) {
  const handlers = new Map<string, (() => void) | null>();
  const session = {
    metadata: null as { title: string } | null,
    playbackState: "none",
    setActionHandler(action: string, act: (() => void) | null) {
      if (action === unknown) throw new TypeError("unknown action");
      handlers.set(action, act);
    },
  };
  const sound = { loop: false, play: vi.fn(async () => undefined), pause: vi.fn() };
  const files: Blob[] = [];
  vi.stubGlobal("navigator", { mediaSession: session });
  vi.stubGlobal(
    "MediaMetadata",
    class {
      readonly title: string;
      constructor({ title }: { title: string }) {
        this.title = title;
      }
    },
  );
  vi.stubGlobal(
    "Audio",
    class {
      play = sound.play;
      pause = sound.pause;
      set loop(isLoop: boolean) {
        sound.loop = isLoop;
      }
    },
  );
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    files.push(file as Blob);
    return "blob:silence";
  });
  const revoke = vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => undefined);
  return { handlers, session, sound, files, revoke };
}

const aReader = () => ({ pause: vi.fn(), resume: vi.fn(), skip: vi.fn(), stop: vi.fn() });

test("the system's media controls show the lesson and control reading aloud", () => {
  const { handlers, session, sound } = aBrowser();
  const reader = aReader();
  const controls = mediaControls("What AI Is", () => reader);
  expect(session.metadata?.title).toBe("What AI Is");
  controls.show("speaking");
  expect(session.playbackState).toBe("playing");
  expect(sound).toMatchObject({ loop: true });
  expect(sound.play).toHaveBeenCalledOnce();
  for (const action of ["pause", "play", "previoustrack", "nexttrack", "stop"]) handlers.get(action)?.();
  expect(reader.pause).toHaveBeenCalledOnce();
  expect(reader.resume).toHaveBeenCalledOnce();
  expect(reader.skip.mock.calls).toEqual([[-1], [1]]);
  expect(reader.stop).toHaveBeenCalledOnce();
  controls.show("paused");
  expect(session.playbackState).toBe("paused");
  expect(sound.pause).toHaveBeenCalledOnce();
});

test("the media controls disappear with the reader", () => {
  const { handlers, session, revoke } = aBrowser();
  mediaControls("What AI Is", aReader).remove();
  expect([...handlers.values()]).toEqual([null, null, null, null, null]);
  expect(session).toMatchObject({ metadata: null, playbackState: "none" });
  expect(revoke).toHaveBeenCalledWith("blob:silence");
});

test("the sound behind the media controls is ten seconds of silence", async () => {
  const { files } = aBrowser();
  mediaControls("What AI Is", aReader);
  const bytes = new Uint8Array((await files[0]?.arrayBuffer()) ?? []);
  expect(String.fromCharCode(...bytes.slice(0, 4), ...bytes.slice(8, 16))).toBe("RIFFWAVEfmt ");
  expect(bytes.slice(44)).toHaveLength(80_000);
  expect(new Set(bytes.slice(44))).toEqual(new Set([128]));
});

test("reading aloud works in a browser without a media session, without one of its actions, and without sound", async () => {
  vi.stubGlobal("navigator", {});
  mediaControls("What AI Is", aReader).show("speaking");
  const info = vi.spyOn(console, "info").mockImplementation(() => undefined);
  const { sound, handlers } = aBrowser({ unknown: "stop" });
  sound.play.mockRejectedValue(new DOMException("no gesture", "NotAllowedError"));
  mediaControls("What AI Is", aReader).show("speaking");
  await vi.waitFor(() => expect(info).toHaveBeenCalledTimes(2));
  expect(handlers.has("nexttrack")).toBe(true);
});
