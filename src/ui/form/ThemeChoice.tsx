import { RadioGroup } from "./RadioGroup.tsx";

type Theme = "light" | "dark" | "system";

type Props = { value: Theme; onChange: (theme: Theme) => void };

export function ThemeChoice({ value, onChange }: Props) {
  return (
    <RadioGroup
      legend="Theme"
      look="chips"
      value={value}
      onChange={onChange}
      options={[
        { value: "light", label: "Light" },
        { value: "dark", label: "Dark" },
        { value: "system", label: "Match device" },
      ]}
    />
  );
}
