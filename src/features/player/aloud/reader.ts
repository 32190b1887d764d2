/** Speaks one sentence at a time. A new sentence cancels the previous one and its callbacks. */
export type Voice = {
  say: (sentence: string, answer: { done: () => void; failed: (reason: string) => void }) => void;
  hush: () => void;
};

/** `passage` and `sentence` are zero-based. */
export type ReaderState =
  | { status: "speaking" | "paused"; passage: number; sentence: number }
  | { status: "over" }
  | { status: "failed"; reason: string };

export type Reader = {
  pause: () => void;
  /** Repeats the current sentence, for example after a pause or with another voice. */
  resume: () => void;
  /** Jumps to the beginning of another passage, relative to the current one. */
  skip: (passages: number) => void;
  stop: () => void;
};

/**
 * Reads passages, each of which is a list of sentences, beginning with passage number `start`. Pausing cancels the
 * speech and resuming repeats the sentence, because on some phones the browser's own pause ends the speech.
 */
export function startReader(
  passages: readonly (readonly string[])[],
  start: number,
  voice: Voice,
  changed: (state: ReaderState) => void,
): Reader {
  let passage = start;
  let sentence = 0;

  function speak(): void {
    const words = passages[passage]?.[sentence];
    if (words === undefined) {
      stop();
      return;
    }
    changed({ status: "speaking", passage, sentence });
    voice.say(words, { done: goOn, failed: (reason) => changed({ status: "failed", reason }) });
  }

  function goOn(): void {
    sentence += 1;
    if (sentence >= (passages[passage]?.length ?? 0)) {
      passage += 1;
      sentence = 0;
    }
    speak();
  }

  function stop(): void {
    voice.hush();
    changed({ status: "over" });
  }

  speak();
  return {
    stop,
    resume: speak,
    pause() {
      voice.hush();
      changed({ status: "paused", passage, sentence });
    },
    skip(by) {
      passage = Math.max(0, passage + by);
      sentence = 0;
      speak();
    },
  };
}
