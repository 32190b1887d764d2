import * as z from "zod/mini";
import { localStore } from "../../../db/store/localStore.ts";

/** In localStorage, because voices belong to the device. */
const KEY = "academy-voice";

/** Relative to a voice's normal speed. */
export const RATES = [0.75, 1, 1.25, 1.5, 2] as const;

const speechChoiceSchema = z.object({
  /** The `voiceURI` of a voice of this device. */
  voice: z.nullable(z.string()),
  rate: z.literal(RATES),
});

export type SpeechChoice = z.infer<typeof speechChoiceSchema>;

const NOTHING_CHOSEN: SpeechChoice = { voice: null, rate: 1 };

/** The voice and speed last chosen on this device. An invalid stored value counts as none. */
export function storedSpeechChoice(): SpeechChoice {
  try {
    return speechChoiceSchema.parse(JSON.parse(localStore()?.getItem(KEY) ?? "null"));
  } catch {
    // Nothing is stored, or what is stored is from another version.
    return NOTHING_CHOSEN;
  }
}

/** Throws DOMException if storage is full. */
export function storeSpeechChoice(choice: SpeechChoice): void {
  localStore()?.setItem(KEY, JSON.stringify(choice));
}
