import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { TextInput } from "./TextInput.tsx";

/** A password field that can show its content, for users who copy it from an email or type on a phone. */
export function PasswordInput(props: Omit<ComponentProps<"input">, "type">) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div className="relative">
      <TextInput
        {...props}
        type={isShown ? "text" : "password"}
        spellCheck={false}
        autoCapitalize="none"
        className="pr-12"
      />
      <button
        type="button"
        aria-label={isShown ? "Hide the password" : "Show the password"}
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-card text-muted hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-5" />
      </button>
    </div>
  );
}
