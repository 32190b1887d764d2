import { RadioGroup } from "./RadioGroup.tsx";

type Props = {
  legend: string;
  options: readonly string[];
  value: string;
  onChange: (value: string) => void;
  legendHidden?: boolean;
  className?: string;
};

/** A filter with a few options whose labels are their values. */
export function ChipGroup({ options, ...rest }: Props) {
  return (
    <RadioGroup
      {...rest}
      look="chips"
      options={options.map((option) => ({ value: option, label: option }))}
    />
  );
}
