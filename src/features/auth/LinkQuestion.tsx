import { type ReactNode, useState } from "react";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { AuthFrame } from "./AuthFrame.tsx";

type Props = {
  title: string;
  text: string;
  answer: string;
  /** Null when it went well, else the text to show. */
  onAnswer: () => Promise<string | null>;
  /** What can be done instead. */
  children?: ReactNode;
};

/** What a mail's link asks for is done by a person's press, never by opening the page. */
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
