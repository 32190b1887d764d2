import { useReadingPreferences } from "../../../platform/device/readingPreferences.ts";
import { RadioGroup } from "../../../ui/form/RadioGroup.tsx";
import { ThemeChoice } from "../../../ui/form/ThemeChoice.tsx";

/** Display preferences of this device: text size, line length and theme. */
export function ReadingPanel() {
  const [{ textSize, lineLength, theme }, change] = useReadingPreferences();
  return (
    <div className="flex flex-col gap-5">
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
      <p className="text-muted">Saved on this device.</p>
    </div>
  );
}
