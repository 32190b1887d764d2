import { Search } from "lucide-react";
import { type ComponentProps, useId } from "react";
import { TextInput } from "./TextInput.tsx";

type Props = Omit<ComponentProps<"input">, "id" | "type" | "name" | "onChange" | "className"> & {
  label: string;
  onChange: (next: string) => void;
  /** Called when the user leaves the box or presses Enter. */
  onSettle: () => void;
  className: string;
};

/** A search box. What it finds appears on the same page. */
export function SearchForm({ label, onChange, onSettle, className, ...rest }: Props) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: older browsers support the role but not <search>
    <form
      role="search"
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        onSettle();
      }}
      className={className}
    >
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-muted"
        />
        <TextInput
          {...rest}
          id={id}
          type="search"
          name="q"
          enterKeyHint="search"
          onChange={(event) => onChange(event.target.value)}
          onBlur={onSettle}
          className="pl-10"
        />
      </div>
    </form>
  );
}
