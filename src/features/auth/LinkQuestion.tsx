import { type ReactNode, useState } from "react";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { AuthFrame } from "./AuthFrame.tsx";

type Props = {
  title: string;
  text: string;
  answer: string;
  /** Resolves to null on success, otherwise to the message to show. */
  onAnswer: () => Promise<string | null>;
  /** Alternatives to the button, shown below it. */
  children?: ReactNode;
};

/**
 * Asks for confirmation before doing what an emailed link requests, because opening the page alone must not change
 * anything.
 */
export function LinkQuestion({ title, text, answer, onAnswer, children }: Props) {
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const press = async () => {
    setIsBusy(true);
    setFailure(await onAnswer());
    setIsBusy(false);
  };
  return (
    <AuthFrame title={title} intro={<p>{text}</p>}>
      <div role="alert" className="empty:hidden">
        {failure && <Banner tone="danger" title={failure} />}
      </div>
      <Button size="large" busy={isBusy} onClick={press}>
        {answer}
      </Button>
      {children}
    </AuthFrame>
  );
}
