import { Volume2 } from "lucide-react";
import { useReadingPreferences } from "../../../platform/device/useReadingPreferences.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { ThemeChoice } from "../../../ui/form/ThemeChoice.tsx";
import { useHasVoice } from "../aloud/useVoice.ts";

type Props = { id: string; onReadAloud: () => void };

/** Display preferences of this device (text size, line length, theme) and reading aloud. */
export default function ReadingPanel({ id, onReadAloud }: Props) {
  const [{ textSize, lineLength, theme }, change] = useReadingPreferences();
  const hasVoice = useHasVoice();
  return (
    <Card as="section" id={id} aria-label="Reading settings" className="flex flex-col gap-5 print:hidden">
      <RadioGroup
        legend="Text size"
        look="chips"
        value={textSize}
        onChange={(value) => change({ textSize: value })}
        options={[
          { value: "small", label: "Small" },
          { value: "normal", label: "Normal" },
          { value: "large", label: "Large" },
          { value: "larger", label: "Larger" },
        ]}
      />
      <RadioGroup
        legend="Line length"
        look="chips"
        value={lineLength}
        onChange={(value) => change({ lineLength: value })}
        options={[
          { value: "short", label: "Short" },
          { value: "normal", label: "Normal" },
          { value: "long", label: "Long" },
        ]}
      />
      <ThemeChoice value={theme} onChange={(value) => change({ theme: value })} />
      {hasVoice && (
        <Button variant="secondary" className="self-start" onClick={onReadAloud}>
          <Volume2 aria-hidden="true" className="size-5" />
          Read the lesson aloud
        </Button>
      )}
      <p className="text-muted">Saved on this device.</p>
    </Card>
  );
}
