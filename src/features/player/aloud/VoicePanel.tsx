import { Field } from "../../../ui/form/Field.tsx";
import { Select } from "../../../ui/form/Select.tsx";
import { englishVoices } from "./browserVoice.ts";
import { RATES, type SpeechChoice } from "./speechChoice.ts";
import { browserSpeech } from "./useVoice.ts";

type Props = { id: string; choice: SpeechChoice; onChoose: (choice: SpeechChoice) => void };

/** The speed and, where the device has several, the voice. */
export function VoicePanel({ id, choice, onChoose }: Props) {
  const voices = englishVoices(browserSpeech()?.getVoices() ?? []);
  return (
    <div id={id} className="flex basis-full flex-wrap gap-3 p-2">
      <Field label="Speed" className="flex-1">
        {(control) => (
          <Select
            {...control}
            value={choice.rate}
            onChange={({ target }) =>
              onChoose({ ...choice, rate: RATES.find((rate) => rate === Number(target.value)) ?? 1 })
            }
          >
            {RATES.map((rate) => (
              <option key={rate} value={rate}>
                {rate === 1 ? "Normal" : `${rate} times`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {voices.length > 1 && (
        <Field label="Voice" className="flex-1">
          {(control) => (
            <Select
              {...control}
              value={choice.voice ?? voices[0]?.voiceURI}
              onChange={({ target }) => onChoose({ ...choice, voice: target.value })}
            >
              {voices.map(({ voiceURI, name, lang }) => (
                <option key={voiceURI} value={voiceURI}>{`${name} (${lang.replace("_", "-")})`}</option>
              ))}
            </Select>
          )}
        </Field>
      )}
    </div>
  );
}
