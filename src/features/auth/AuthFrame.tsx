import { type ReactNode, useEffect, useState } from "react";
import { Banner } from "../../ui/Banner.tsx";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { focusMain } from "../../ui/page/focusMain.ts";
import { LINK_MISSING } from "../../ui/page/useFragmentOnce.ts";
import { ThreadPattern } from "../../ui/pattern/ThreadPattern.tsx";

/** A centred panel for one short form. */
export function AuthFrame({
  title,
  intro,
  children,
}: {
  title: string;
  intro: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="page py-10 sm:py-16">
      <Card className="mx-auto flex max-w-xl flex-col gap-6 overflow-hidden pt-0! sm:pt-0!">
        <ThreadPattern
          seed="door"
          lanes={3}
          steps={14}
          className="-mx-7 h-14 w-[calc(100%+3.5rem)] max-w-none"
        />
        <h1 className="text-4xl">{title}</h1>
        {intro}
        {children}
      </Card>
    </div>
  );
}

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

/** Instead of a form whose link is incomplete, or was lost with a reload: the page has removed it from the address. */
export function LinkMissing({ children }: { children?: ReactNode }) {
  useEffect(() => focusMain(), []);
  return (
    <AuthFrame title={LINK_MISSING.title} intro={<p>{LINK_MISSING.text}</p>}>
      {children}
    </AuthFrame>
  );
}
